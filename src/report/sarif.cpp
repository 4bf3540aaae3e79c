// SARIF 2.1.0, as code scanning services accept it: one run a target, and every result has a file, a line
// and a fingerprint. Findings that do not count in the chosen strictness are left out and counted.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "model/place_of.h"
#include "report/json_text.h"
#include "report/sarif_rules.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

// A relative URI reference: no scheme, no leading slash, no dot segments, everything else encoded, the
// colon too, which in a first segment would read as a scheme.
std::string relative_uri(std::string_view path) {
  const std::size_t scheme = path.find("://");
  if (scheme != std::string_view::npos) path.remove_prefix(scheme + 3);
  std::string out;
  std::size_t at = 0;
  while (at <= path.size()) {
    std::size_t end = path.find_first_of("/\\", at);
    if (end == std::string_view::npos) end = path.size();
    const std::string_view segment = path.substr(at, end - at);
    at = end + 1;
    if (segment.empty() || segment == "." || segment == "..") continue;
    if (!out.empty()) out += '/';
    for (const char c : segment) {
      is_unreserved(c) ? void(out += c) : void(out += fmt::format("%{:02X}", static_cast<unsigned char>(c)));
    }
  }
  return out.empty() || out == "-" ? "evidence.json" : out;
}

std::string uri_of_report(const ScanReport& report) {
  const Evidence& evidence = report.evidence;
  return relative_uri(evidence.places.file.empty() ? evidence.target.display : evidence.places.file);
}

// The last part of a path only: where a file lies on this machine is nobody's business.
std::string slug_of(const Target& target) {
  std::string_view from = target.id.empty() ? std::string_view(target.display) : target.id;
  if (!from.empty() && from.front() == '/') from = from.substr(from.find_last_of('/') + 1);
  std::string out;
  for (const char c : from) {
    if (is_unreserved(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  if (out.size() > 80) out.resize(80);
  return out.empty() ? "stdin" : out;
}

// "](" would start an embedded link of a SARIF message.
std::string message_text(const Finding& finding, const Detector& detector) {
  std::string text(finding.message.empty() ? detector.title : std::string_view(finding.message));
  if (text.empty()) text = "See the rule.";
  if (!finding.subject.name.empty()) {
    text += fmt::format(" ({} {})", name_of(finding.subject.type), clip(finding.subject.name, 80));
  }
  if (!finding.evidence.empty()) text += fmt::format(" Evidence: \"{}\"", finding.evidence);
  text = escape_terminal(text);
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at))
    text.insert(at + 1, " ");
  return text;
}

JsonArray logical_locations(const ScanReport& report, const Finding& finding) {
  const std::string_view server = report.surface.server_name.empty()
                                      ? std::string_view(report.evidence.target.display)
                                      : report.surface.server_name;
  JsonArray out;
  out.push_back(JsonObject{{"name", server}, {"fullyQualifiedName", server}, {"kind", "module"}});
  if (finding.subject.type != SubjectType::kServer) {
    out.push_back(JsonObject{{"name", finding.subject.name},
                             {"fullyQualifiedName", fmt::format("{}/{}", server, finding.subject.name)},
                             {"kind", finding.subject.type == SubjectType::kTool ? "function" : "member"}});
  }
  if (!finding.pointer.empty()) {
    out.push_back(
        JsonObject{{"name", finding.pointer}, {"fullyQualifiedName", finding.pointer}, {"kind", "value"}});
  }
  return out;
}

JsonObject suppression_for_sarif(const ScanReport& report, const Finding& finding) {
  JsonObject out{{"kind", "external"}, {"status", "accepted"}};
  if (finding.suppression < 0) return out;
  const Suppression& why = report.suppressions[static_cast<std::size_t>(finding.suppression)].what;
  out["justification"] = escape_terminal(why.reason);
  out["properties"] = JsonObject{{"rule", why.rule}, {"owner", why.owner}, {"expires", why.expires}};
  return out;
}

// A result of the older report that is gone. The place is the file that was read: the old one may not exist.
JsonObject absent_result(const FixedFinding& fixed, const std::string& uri) {
  JsonObject place{{"physicalLocation", JsonObject{{"artifactLocation", JsonObject{{"uri", uri}}},
                                                   {"region", JsonObject{{"startLine", 1}}}}}};
  return {{"ruleId", fixed.detector},
          {"level", "none"},
          {"kind", "notApplicable"},
          {"baselineState", "absent"},
          {"message",
           JsonObject{{"text", escape_terminal(fixed.message.empty() ? fixed.detector : fixed.message)}}},
          {"locations", JsonArray{std::move(place)}},
          {"partialFingerprints", JsonObject{{"mcpjury/v1", fixed.fingerprint}}}};
}

JsonObject result_of(const ScanReport& report, std::size_t index, const SarifRules& rules,
                     const std::string& uri) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  const Place found = place_of(report.evidence, finding.pointer);
  const std::uint32_t line = std::max<std::uint32_t>(1, found.line);
  const bool elsewhere = !found.file.empty() && found.file != report.evidence.places.file;
  JsonObject place{
      {"physicalLocation",
       JsonObject{{"artifactLocation", JsonObject{{"uri", elsewhere ? relative_uri(found.file) : uri}}},
                  {"region", JsonObject{{"startLine", line}}}}},
      {"logicalLocations", logical_locations(report, finding)}};
  JsonObject out{
      {"ruleId", detector.id},
      {"ruleIndex", rules.index_of(finding.detector)},
      {"level", sarif_level(finding.severity)},
      {"message", JsonObject{{"text", message_text(finding, detector)}}},
      {"locations", JsonArray{std::move(place)}},
      {"partialFingerprints",
       JsonObject{{"mcpjury/v1", fingerprint_of(finding, detector.id, report.evidence.target.id)}}}};
  if (finding.suppressed) out["suppressions"] = JsonArray{suppression_for_sarif(report, finding)};
  if (finding.baseline != BaselineState::kNone)
    out["baselineState"] = finding.baseline == BaselineState::kNew ? "new" : "unchanged";
  out["properties"] = JsonObject{{"id", finding_id(index)},
                                 {"kind", name_of(detector.kind)},
                                 {"severity", name_of(finding.severity)},
                                 {"confidence", name_of(finding.confidence)},
                                 {"subject", finding.subject.name},
                                 {"pointer", finding.pointer}};
  return out;
}

JsonObject run_of(const ScanReport& report, const RenderOptions& options, const std::string& slug,
                  bool first) {
  const ProgramInfo info = program_info();
  const SarifRules rules(report);
  const std::string uri = uri_of_report(report);
  JsonArray results;
  std::size_t not_counted = 0;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    if (report.findings[i].counts_in(report.strictness)) {
      results.push_back(result_of(report, i, rules, uri));
    } else {
      ++not_counted;
    }
  }
  if (report.baseline) {
    for (const FixedFinding& fixed : report.baseline->fixed) results.push_back(absent_result(fixed, uri));
  }
  const Verdict verdict = verdict_of(report, options);
  JsonObject invocation{{"executionSuccessful", true}};
  JsonArray notifications;
  // Targets without a report have no run of their own.
  for (const FailedTarget& failed : first ? options.failed : std::vector<FailedTarget>()) {
    notifications.push_back(
        JsonObject{{"level", "error"}, {"message", JsonObject{{"text", escape_terminal(failed.message)}}}});
  }
  if (!verdict.incomplete.empty()) {
    const std::string text = escape_terminal(fmt::format("Incomplete: {}", verdict.incomplete));
    notifications.push_back(JsonObject{{"level", "warning"}, {"message", JsonObject{{"text", text}}}});
  }
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
  return {{"tool", JsonObject{{"driver", JsonObject{{"name", info.name},
                                                    {"version", info.version},
                                                    {"semanticVersion", info.version},
                                                    {"rules", rules.to_json()}}}}},
          {"automationDetails", JsonObject{{"id", fmt::format("mcpjury/{}/", slug)}}},
          {"columnKind", "unicodeCodePoints"},
          {"invocations", JsonArray{std::move(invocation)}},
          {"results", std::move(results)},
          {"properties", JsonObject{{"verdict", display_of(verdict.word)},
                                    {"strictness", name_of(report.strictness)},
                                    {"evidence_sha256", report.evidence_sha256},
                                    {"findings_not_counted", not_counted},
                                    {"findings_suppressed", count_findings(report).suppressed}}}};
}

}  // namespace

std::string render_sarif(const Reports& reports, const RenderOptions& options) {
  JsonArray runs;
  std::set<std::string> taken;  // two runs of one category are refused
  for (const auto& report : reports) {
    const std::string base = slug_of(report->evidence.target);
    std::string slug = base;
    for (int i = 2; !taken.insert(slug).second; ++i) slug = fmt::format("{}-{}", base, i);
    runs.push_back(run_of(*report, options, slug, runs.empty()));
  }
  const Json document = JsonObject{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                   {"version", "2.1.0"},
                                   {"runs", std::move(runs)}};
  return shown_json(pretty_json(document)) + "\n";
}

}  // namespace mcpjury
