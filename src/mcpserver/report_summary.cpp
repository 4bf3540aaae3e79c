#include "mcpserver/report_summary.h"

#include <fmt/format.h>

#include "mcpserver/quoted.h"
#include "report/marks.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"
#include "scan/exit_policy.h"

namespace mcpjury {
namespace {

constexpr std::size_t kUnseenShown = 12;

std::string_view word_name(Word word) {
  constexpr std::string_view kNames[] = {"unknown", "allow", "caution", "stop"};
  return kNames[static_cast<std::size_t>(word)];
}

JsonArray grades_json(const ScanReport& report) {
  JsonArray out;
  for (const GradeRow& row : grade_rows(report, {})) {
    out.push_back(JsonObject{{"methodology", row.id},
                             {"version", row.version},
                             {"mark", row.mark.says},
                             {"score", row.mark.score},
                             {"state", row.mark.state},
                             {"verdict", row.word}});
  }
  return out;
}

JsonObject finding_json(const Finding& finding) {
  const Detector& detector = detector_of(finding);
  return {{"rule", detector.id},
          {"kind", name_of(detector.kind)},
          {"severity", name_of(finding.severity)},
          {"confidence", name_of(finding.confidence)},
          {"title", detector.title},
          {"fix", plain_quote(detector.fix, 400)},
          {"subject", name_of(finding.subject.type)},
          {"untrusted", JsonObject{{"name", plain_quote(finding.subject.name, kNameChars)},
                                   {"quote", plain_quote(finding.evidence)}}}};
}

JsonArray findings_json(const ScanReport& report, std::size_t most) {
  JsonArray out;
  for (const Finding& finding : report.findings) {
    if (out.size() == most) break;
    if (is_open(report, finding)) out.push_back(finding_json(finding));
  }
  return out;
}

JsonObject counts_json(const FindingCounts& counts) {
  JsonObject out;
  for (const Severity severity :
       {Severity::kCritical, Severity::kHigh, Severity::kMedium, Severity::kLow, Severity::kInfo})
    out.emplace(name_of(severity), counts.by_severity[static_cast<std::size_t>(severity)]);
  return out;
}

std::string text_of(const JsonObject& object, std::string_view key) {
  return std::string(find_string(object, key));
}

void append_finding(std::string& out, const JsonObject& finding) {
  const JsonObject* untrusted = find_object(finding, "untrusted");
  out += fmt::format("- {} {} ({}): {}\n", text_of(finding, "severity"), text_of(finding, "rule"),
                     text_of(finding, "kind"), text_of(finding, "title"));
  if (untrusted == nullptr) return;
  out += fmt::format("  in {} {}", text_of(finding, "subject"), in_quotes(text_of(*untrusted, "name")));
  if (const std::string quote = text_of(*untrusted, "quote"); !quote.empty())
    out += fmt::format(", which says {}", in_quotes(quote));
  out += "\n";
}

}  // namespace

JsonObject summary_json(const ScanReport& report, std::string_view report_id, std::size_t findings) {
  const Verdict verdict = verdict_of(report, {});
  const FindingCounts counts = count_findings(report);
  JsonArray unseen;
  for (const std::string& part : unseen_parts(report)) {
    if (unseen.size() == kUnseenShown) break;
    unseen.emplace_back(plain_quote(part));
  }
  JsonArray shown = findings_json(report, findings);
  const std::size_t shown_count = shown.size();
  return {{"report_id", report_id},
          {"target", plain_quote(report.evidence.target.display)},
          {"verdict", word_name(verdict.word)},
          {"decided_by", verdict.methodology},
          {"complete", !incomplete(report)},
          {"tools", report.surface.tools.size()},
          {"coverage", plain_quote(coverage_text(report))},
          {"grades", grades_json(report)},
          {"counts", counts_json(counts)},
          {"findings_total", counts.counted},
          {"findings_shown", shown_count},
          {"findings", std::move(shown)},
          {"note", kUntrustedNote},
          {"untrusted", JsonObject{{"server_name", plain_quote(title_of(report), kNameChars)},
                                   {"not_seen", std::move(unseen)}}}};
}

std::string summary_text(const JsonObject& summary) {
  const JsonObject* untrusted = find_object(summary, "untrusted");
  std::string out =
      fmt::format("Verdict: {}{}. {} of {} findings shown; {}; report {}.\n", text_of(summary, "verdict"),
                  find(summary, "complete")->get_bool() ? "" : " (incomplete: not everything could be seen)",
                  find(summary, "findings_shown")->to_number<std::uint64_t>(),
                  find(summary, "findings_total")->to_number<std::uint64_t>(), text_of(summary, "coverage"),
                  text_of(summary, "report_id"));
  if (untrusted != nullptr)
    out += fmt::format("Server: {}, {} tools.\n", in_quotes(text_of(*untrusted, "server_name")),
                       find(summary, "tools")->to_number<std::uint64_t>());
  for (const Json& row : *find_array(summary, "grades")) {
    const JsonObject& grade = row.get_object();
    out += fmt::format("{}: {}, {} ({})\n", text_of(grade, "methodology"), text_of(grade, "mark"),
                       text_of(grade, "score"), text_of(grade, "state"));
  }
  const JsonArray& findings = *find_array(summary, "findings");
  if (!findings.empty()) out += fmt::format("\n{}\n", kUntrustedNote);
  for (const Json& finding : findings) append_finding(out, finding.get_object());
  const JsonArray* unseen = untrusted != nullptr ? find_array(*untrusted, "not_seen") : nullptr;
  if (unseen == nullptr || unseen->empty()) return out;
  out += "\nNot seen:\n";
  for (const Json& part : *unseen) out += fmt::format("- {}\n", in_quotes(view(part.get_string())));
  return out;
}

}  // namespace mcpjury
