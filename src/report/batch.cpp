// One line of a batch, written straight into the output.
#include "report/line_writer.h"
#include "report/numbers.h"
#include "report/report.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

// Members with a comma before each but the first; put_numbers() writes into it.
class LineSink {
 public:
  explicit LineSink(LineWriter& out) : out_(out) {}

  [[gnu::always_inline]] void key(std::string_view name) {
    out_.raw(first_ ? "\"" : ",\"");
    first_ = false;
    out_.raw(name);
    out_.raw("\":");
  }
  [[gnu::always_inline]] void number(std::string_view name, std::int64_t value) {
    key(name);
    out_.integer(value);
  }
  [[gnu::always_inline]] void tenths(std::string_view name, std::int64_t value) {
    key(name);
    out_.decimal(value);
  }
  [[gnu::always_inline]] void text(std::string_view name, std::string_view value) {
    key(name);
    out_.string(value);
  }
  [[gnu::always_inline]] void flag(std::string_view name, bool value) {
    key(name);
    out_.raw(value ? "true" : "false");
  }
  [[gnu::always_inline]] void none(std::string_view name) {
    key(name);
    out_.raw("null");
  }
  void text_or_null(std::string_view name, std::string_view value) {
    value.empty() ? none(name) : text(name, value);
  }
  void pair(std::string_view name, std::int64_t low, std::int64_t high) {
    key(name);
    out_.raw("[");
    out_.decimal(low);
    out_.raw(",");
    out_.decimal(high);
    out_.raw("]");
  }

 private:
  LineWriter& out_;
  bool first_ = true;
};

void write_id(LineWriter& out, std::size_t index) {
  out.raw("\"F");
  out.integer(static_cast<std::int64_t>(index) + 1);
  out.raw("\"");
}

void write_server(LineWriter& out, const ScanReport& report) {
  const Surface& surface = report.surface;
  out.raw(",\"server\":{");
  LineSink sink(out);
  sink.text_or_null("name", surface.server_name);
  sink.text_or_null("version", surface.server_version);
  sink.text_or_null("protocol_version", surface.protocol_version);
  sink.text_or_null("era", era_of(report));
  sink.number("tools", static_cast<std::int64_t>(surface.tools.size()));
  sink.number("prompts", static_cast<std::int64_t>(surface.prompts.size()));
  sink.number("resources", static_cast<std::int64_t>(surface.resources.size()));
  out.raw("}");
}

void write_location(LineWriter& out, const Finding& finding, const Places& places) {
  out.raw(",\"location\":{\"pointer\":");
  out.string(finding.pointer);
  out.raw(",\"file\":");
  places.file.empty() ? out.raw("null") : out.string(places.file);
  const std::uint32_t line = places.lines.empty() ? 0 : places.line_of(finding.pointer);
  out.raw(",\"line\":");
  line == 0 ? out.raw("null") : out.integer(line);
  out.raw("}");
}

void write_finding(LineWriter& out, const ScanReport& report, std::size_t index) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  out.raw("{\"id\":");
  write_id(out, index);
  out.raw(",\"detector\":\"");
  out.raw(detector.id);
  out.raw("\",\"kind\":\"");
  out.raw(name_of(detector.kind));
  out.raw("\",\"severity\":\"");
  out.raw(name_of(finding.severity));
  out.raw("\",\"confidence\":\"");
  out.raw(name_of(finding.confidence));
  out.raw(finding.counts_in(Strictness::kPrecise) ? "\",\"counts_in\":[\"published\",\"precise\"]"
                                                  : "\",\"counts_in\":[\"published\"]");
  out.raw(",\"subject\":{\"type\":\"");
  out.raw(name_of(finding.subject.type));
  out.raw("\",\"name\":");
  out.string(finding.subject.name);
  out.raw("}");
  write_location(out, finding, report.evidence.places);
  out.raw(",\"evidence\":");
  out.string(finding.evidence);
  out.raw(finding.suppressed ? ",\"suppressed\":true}" : ",\"suppressed\":false}");
}

template <class R>
void write_contributions(LineWriter& out, const R& result) {
  out.raw(",\"contributions\":[");
  bool first = true;
  for (const Contribution& one : result.contributions) {
    out.raw(first ? "{\"rule\":" : ",{\"rule\":");
    first = false;
    out.string(one.rule);
    out.raw(",\"finding_ids\":[");
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
      if (i != 0) out.raw(",");
      write_id(out, one.findings[i]);
    }
    out.raw("],\"points\":");
    kPointsAreTenths<R> ? out.decimal(one.points) : out.integer(one.points);
    out.raw("}");
  }
  out.raw("]");
}

template <class R>
void write_numbers(LineWriter& out, const R& result, bool known) {
  LineSink sink(out);
  put_numbers(sink, result, known);
}

template <class R>
void write_assessed(LineWriter& out, const Assessed<R>& assessed, Strictness strictness) {
  const bool known = assessed.state != RunState::kNotRun;
  out.raw("{");
  LineSink sink(out);
  sink.text("version", assessed.version);
  sink.text("strictness", name_of(strictness));
  sink.text("state", name_of(assessed.state));
  if (!assessed.reason.empty()) sink.text("reason", assessed.reason);
  put_numbers(sink, assessed.at(strictness), known);
  write_contributions(out, assessed.at(strictness));
  out.raw(",\"published\":{");
  write_numbers(out, assessed.published, known);
  out.raw("},\"precise\":{");
  write_numbers(out, assessed.precise, known);
  out.raw("}");
  if (assessed.overridden) {
    out.raw(",\"with_overrides\":{");
    write_numbers(out, *assessed.overridden, known);
    write_contributions(out, *assessed.overridden);
    out.raw("}");
  }
  out.raw("}");
}

}  // namespace

void append_batch_line(std::string& line, const ScanReport& report, std::string_view id_json,
                       const RenderOptions& options) {
  LineWriter out(line);
  out.raw("{\"id\":");
  out.raw(id_json.empty() ? std::string_view("null") : id_json);
  write_server(out, report);
  out.raw(",\"findings\":[");
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    if (i != 0) out.raw(",");
    write_finding(out, report, i);
  }
  out.raw("],\"assessments\":{");
  bool first = true;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    out.raw(first ? "\"" : ",\"");
    first = false;
    out.raw(id);
    out.raw("\":");
    write_assessed(out, assessed, report.strictness);
  });
  out.raw("}}\n");
}

}  // namespace mcpjury
