// One line of a batch, written straight into the output: fifty thousand of them are written in a second.
#include "report/json_text.h"
#include "report/numbers.h"
#include "report/report.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

// Writes members with a comma before each but the first. Keys are ours and need no escaping.
class LineSink {
 public:
  explicit LineSink(std::string& out) : out_(out) {}

  void key(std::string_view name) {
    if (!first_) out_ += ',';
    first_ = false;
    out_ += '"';
    out_ += name;
    out_ += "\":";
  }
  void number(std::string_view name, std::int64_t value) {
    key(name);
    append_int(out_, value);
  }
  void tenths(std::string_view name, std::int64_t value) {
    key(name);
    append_tenths(out_, value);
  }
  void text(std::string_view name, std::string_view value) {
    key(name);
    append_shown_string(out_, value);
  }
  void text_or_null(std::string_view name, std::string_view value) {
    value.empty() ? none(name) : text(name, value);
  }
  void flag(std::string_view name, bool value) {
    key(name);
    out_ += value ? "true" : "false";
  }
  void none(std::string_view name) {
    key(name);
    out_ += "null";
  }
  void pair(std::string_view name, std::int64_t low, std::int64_t high) {
    key(name);
    out_ += '[';
    append_tenths(out_, low);
    out_ += ',';
    append_tenths(out_, high);
    out_ += ']';
  }

 private:
  std::string& out_;
  bool first_ = true;
};

void append_id(std::string& out, std::size_t index) {
  out += "\"F";
  append_int(out, static_cast<std::int64_t>(index) + 1);
  out += '"';
}

void append_server(std::string& out, const ScanReport& report) {
  const Surface& surface = report.surface;
  out += ",\"server\":{";
  LineSink sink(out);
  sink.text_or_null("name", surface.server_name);
  sink.text_or_null("version", surface.server_version);
  sink.text_or_null("protocol_version", surface.protocol_version);
  sink.text_or_null("era", era_of(report));
  sink.number("tools", static_cast<std::int64_t>(surface.tools.size()));
  sink.number("prompts", static_cast<std::int64_t>(surface.prompts.size()));
  sink.number("resources", static_cast<std::int64_t>(surface.resources.size()));
  out += '}';
}

void append_location(std::string& out, const Finding& finding, const Places& places) {
  out += ",\"location\":{\"pointer\":";
  append_shown_string(out, finding.pointer);
  if (places.file.empty()) {
    out += ",\"file\":null";
  } else {
    out += ",\"file\":";
    append_shown_string(out, places.file);
  }
  const std::uint32_t line = places.lines.empty() ? 0 : places.line_of(finding.pointer);
  out += ",\"line\":";
  line == 0 ? void(out += "null") : append_int(out, line);
  out += '}';
}

void append_finding(std::string& out, const ScanReport& report, std::size_t index) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  out += "{\"id\":";
  append_id(out, index);
  out += ",\"detector\":\"";
  out += detector.id;
  out += "\",\"kind\":\"";
  out += name_of(detector.kind);
  out += "\",\"severity\":\"";
  out += name_of(finding.severity);
  out += "\",\"confidence\":\"";
  out += name_of(finding.confidence);
  out += finding.counts_in(Strictness::kPrecise) ? "\",\"counts_in\":[\"published\",\"precise\"]"
                                                 : "\",\"counts_in\":[\"published\"]";
  out += ",\"subject\":{\"type\":\"";
  out += name_of(finding.subject.type);
  out += "\",\"name\":";
  append_shown_string(out, finding.subject.name);
  out += '}';
  append_location(out, finding, report.evidence.places);
  out += ",\"evidence\":";
  append_shown_string(out, finding.evidence);
  out += finding.suppressed ? ",\"suppressed\":true}" : ",\"suppressed\":false}";
}

template <class R>
void append_contributions(std::string& out, const R& result) {
  out += ",\"contributions\":[";
  bool first = true;
  for (const Contribution& one : result.contributions) {
    if (!first) out += ',';
    first = false;
    out += "{\"rule\":";
    append_shown_string(out, one.rule);
    out += ",\"finding_ids\":[";
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
      if (i != 0) out += ',';
      append_id(out, one.findings[i]);
    }
    out += "],\"points\":";
    kPointsAreTenths<R> ? append_tenths(out, one.points) : append_int(out, one.points);
    out += '}';
  }
  out += ']';
}

template <class R>
void append_numbers(std::string& out, const R& result, bool known) {
  LineSink sink(out);
  put_numbers(sink, result, known);
}

template <class R>
void append_assessed(std::string& out, const Assessed<R>& assessed, Strictness strictness) {
  const bool known = assessed.state != RunState::kNotRun;
  out += '{';
  LineSink sink(out);
  sink.text("version", assessed.version);
  sink.text("strictness", name_of(strictness));
  sink.text("state", name_of(assessed.state));
  if (!assessed.reason.empty()) sink.text("reason", assessed.reason);
  put_numbers(sink, assessed.at(strictness), known);
  append_contributions(out, assessed.at(strictness));
  out += ",\"published\":{";
  append_numbers(out, assessed.published, known);
  out += "},\"precise\":{";
  append_numbers(out, assessed.precise, known);
  out += '}';
  if (assessed.overridden) {
    out += ",\"with_overrides\":{";
    append_numbers(out, *assessed.overridden, known);
    append_contributions(out, *assessed.overridden);
    out += '}';
  }
  out += '}';
}

}  // namespace

void append_batch_line(std::string& out, const ScanReport& report, std::string_view id_json,
                       const RenderOptions& options) {
  out += "{\"id\":";
  out += id_json.empty() ? std::string_view("null") : id_json;
  append_server(out, report);
  out += ",\"findings\":[";
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    if (i != 0) out += ',';
    append_finding(out, report, i);
  }
  out += "],\"assessments\":{";
  bool first = true;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    if (!first) out += ',';
    first = false;
    out += '"';
    out += id;
    out += "\":";
    append_assessed(out, assessed, report.strictness);
  });
  out += "}}\n";
}

}  // namespace mcpjury
