// The report as JSON: one document of product.md's shape, or one line a report.
#include <algorithm>

#include "base/canonical_json.h"
#include "model/place_of.h"
#include "report/assessment_json.h"
#include "report/json_text.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/suppressions_json.h"

namespace mcpjury {
namespace {

constexpr int kReportSchemaVersion = 1;

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

JsonObject program_json(const MadeBy& by) {
  return {{"name", program_info().name}, {"version", by.program_version}, {"commit", by.program_commit}};
}

JsonObject catalog_json(const MadeBy& by) {
  return {{"version", by.catalog_version}, {"sha256", by.catalog_sha256}};
}

JsonObject evidence_json(const ScanReport& report) {
  const Evidence& evidence = report.evidence;
  JsonObject facets;
  for (const Facet which : kAllFacets) {
    const FacetRecord& record = evidence.facet(which);
    facets[name_of(which)] = JsonObject{{"state", name_of(record.state)}, {"reason", record.reason}};
  }
  JsonArray limits;
  for (const LimitHit& hit : evidence.limits) {
    limits.push_back(JsonObject{{"what", hit.what}, {"pointer", hit.pointer}, {"limit", hit.limit}});
  }
  JsonArray notes;
  for (const InputNote& note : evidence.notes) {
    JsonObject entry{{"what", note.what}, {"pointer", note.pointer}};
    entry["line"] = note.line == 0 ? Json() : Json(note.line);
    notes.push_back(std::move(entry));
  }
  return {{"sha256", report.evidence_sha256},
          {"coverage", JsonObject{{"facets", std::move(facets)}}},
          {"limits", std::move(limits)},
          {"notes", std::move(notes)},
          {"request_log", evidence.request_log}};
}

JsonObject server_json(const ScanReport& report) {
  const Surface& surface = report.surface;
  return {{"name", text_or_null(surface.server_name)},
          {"version", text_or_null(surface.server_version)},
          {"protocol_version", text_or_null(surface.protocol_version)},
          {"era", text_or_null(era_of(report))},
          {"tools", surface.tools.size()},
          {"prompts", surface.prompts.size()},
          {"resources", surface.resources.size()}};
}

JsonArray tools_json(const ScanReport& report) {
  const auto& views = report.surface.tools;
  JsonArray out;
  out.reserve(views.size());
  std::vector<std::int64_t> at;  // position by index in the server's list
  for (std::size_t i = 0; i < views.size(); ++i) {
    const ToolFacts facts = i < report.tools.size() ? report.tools[i] : ToolFacts{};
    JsonArray capabilities;
    for (const std::uint16_t detector : facts.capabilities) {
      if (detector < catalog().detectors.size()) capabilities.emplace_back(catalog().detectors[detector].id);
    }
    out.push_back(JsonObject{{"name", views[i].name},
                             {"class", name_of(facts.tool_class)},
                             {"capabilities", std::move(capabilities)},
                             {"finding_ids", JsonArray()}});
    if (at.size() <= views[i].index) at.resize(views[i].index + std::size_t{1}, -1);
    at[views[i].index] = static_cast<std::int64_t>(i);
  }
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const FindingSubject& subject = report.findings[i].subject;
    if (subject.type != SubjectType::kTool || subject.index < 0) continue;
    const auto index = static_cast<std::size_t>(subject.index);
    if (index >= at.size() || at[index] < 0) continue;
    JsonObject& tool = out[static_cast<std::size_t>(at[index])].get_object();
    tool["finding_ids"].get_array().emplace_back(finding_id(i));
  }
  return out;
}

JsonObject finding_json(const ScanReport& report, std::size_t index) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  JsonArray counts_in{name_of(Strictness::kPublished)};
  if (finding.counts_in(Strictness::kPrecise)) counts_in.emplace_back(name_of(Strictness::kPrecise));
  const Place place = place_of(report.evidence, finding.pointer);
  JsonArray citations;
  for (const Citation& citation : detector.citations) {
    JsonObject entry{{"taxonomy", citation.taxonomy}, {"edition", citation.edition}, {"id", citation.id}};
    if (!citation.fit.empty()) entry["fit"] = citation.fit;
    citations.push_back(std::move(entry));
  }
  JsonObject out{
      {"id", finding_id(index)},
      {"detector", detector.id},
      {"kind", name_of(detector.kind)},
      {"severity", name_of(finding.severity)},
      {"confidence", name_of(finding.confidence)},
      {"counts_in", std::move(counts_in)},
      {"subject", JsonObject{{"type", name_of(finding.subject.type)}, {"name", finding.subject.name}}},
      {"location", JsonObject{{"pointer", finding.pointer},
                              {"file", text_or_null(place.file)},
                              {"line", place.line == 0 ? Json() : Json(place.line)}}},
      {"evidence", finding.evidence},
      {"message", finding.message},
      {"why", detector.why},
      {"fix", detector.fix},
      {"citations", std::move(citations)},
      {"aivss_vector", "AIVSS-O:1.0/" + std::string(detector.aivss)},
      {"fingerprint", fingerprint_of(finding, detector.id, report.evidence.target.id)},
      {"suppressed", finding.suppressed}};
  // The number of such a finding is the panel's, not its detector's.
  if (detector.code == "panel_consensus") {
    out["source"] = "consensus";
    out["aivss_vector"] = nullptr;
  }
  if (finding.suppression >= 0)
    out["suppression"] =
        suppression_of_json(report.suppressions[static_cast<std::size_t>(finding.suppression)]);
  if (finding.baseline != BaselineState::kNone)
    out["baseline"] = finding.baseline == BaselineState::kNew ? "new" : "unchanged";
  if (finding.cvss_tenths >= 0) out["cvss"] = static_cast<double>(finding.cvss_tenths) / 10.0;
  return out;
}

JsonObject agreement_json(const ScanReport& report, const RenderOptions& options) {
  JsonObject verdicts;
  for (const auto& [methodology, word] : report.agreement.verdicts) {
    if (is_chosen(options, methodology)) verdicts[methodology] = word;
  }
  JsonArray differences;
  for (const Disagreement& difference : report.agreement.differences) {
    if (!is_chosen_pair(options, difference.between)) continue;
    differences.push_back(
        JsonObject{{"between", difference.between}, {"because", finding_ids_json(difference.because)}});
  }
  return {{"verdicts", std::move(verdicts)}, {"differences", std::move(differences)}};
}

// What only shows across servers, from all reports at one place; each also stands in its own report.
JsonArray cross_findings(const Reports& reports) {
  constexpr unsigned kAcross = 1u << static_cast<unsigned>(Facet::kFingerprints);
  JsonArray out;
  for (const auto& report : reports) {
    for (std::size_t i = 0; i < report->findings.size(); ++i) {
      const Finding& finding = report->findings[i];
      const Detector& detector = catalog().detectors[finding.detector];
      if ((detector.needs & kAcross) == 0) continue;
      JsonArray counts_in{"published"};
      if (finding.counts_in(Strictness::kPrecise)) counts_in.emplace_back("precise");
      out.push_back(JsonObject{
          {"target", report->evidence.target.display},
          {"finding", finding_id(i)},
          {"detector", detector.id},
          {"kind", name_of(detector.kind)},
          {"severity", name_of(finding.severity)},
          {"confidence", name_of(finding.confidence)},
          {"counts_in", std::move(counts_in)},
          {"subject", JsonObject{{"type", name_of(finding.subject.type)}, {"name", finding.subject.name}}},
          {"message", finding.message}});
    }
  }
  return out;
}

JsonObject failed_json(const FailedTarget& failed) {
  return {{"target", failed.target}, {"error", failed.error}, {"message", failed.message}};
}

// Every line but the first further to the right; a line break in a text is written \n.
std::string moved_in(std::string_view text, std::size_t by) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    out.append(text.substr(at, end - at));
    if (text[end - 1] == '\n') out.append(by, ' ');
    at = end;
  }
  return out;
}

// A member of the outermost object, with the comma of the one before it.
std::string outer_member(std::string_view name, const Json& value) {
  return "  \"" + std::string(name) + "\": " + moved_in(pretty_json(value), 2);
}

}  // namespace

Json report_to_json(const ScanReport& report, const RenderOptions& options) {
  const Target& target = report.evidence.target;
  const MadeBy by = made_by(report);
  JsonArray findings;
  findings.reserve(report.findings.size());
  for (std::size_t i = 0; i < report.findings.size(); ++i) findings.push_back(finding_json(report, i));
  JsonObject out{{"schema_version", kReportSchemaVersion},
                 {"program", program_json(by)},
                 {"catalog", catalog_json(by)},
                 {"target", JsonObject{{"kind", name_of(target.kind)},
                                       {"id", text_or_null(target.id)},
                                       {"display", target.display}}},
                 {"observed_at", report.evidence.observed_at},
                 {"evidence", evidence_json(report)},
                 {"server", server_json(report)},
                 {"tools", tools_json(report)},
                 {"findings", std::move(findings)},
                 {"assessments", assessments_to_json(report, options)},
                 {"agreement", agreement_json(report, options)}};
  if (!report.suppressions.empty()) out["suppressions"] = suppressions_to_json(report);
  if (report.baseline) out["baseline"] = baseline_to_json(*report.baseline);
  return out;
}

void write_json(const Reports& reports, const RenderOptions& options, const PieceWriter& write) {
  if (reports.size() == 1 && options.failed.empty())
    return write(shown_json(pretty_json(report_to_json(*reports.front(), options))) + "\n");
  const MadeBy by = reports.empty() ? made_by(ScanReport()) : made_by(*reports.front());
  write("{\n" + outer_member("schema_version", kReportSchemaVersion) + ",\n" +
        shown_json(outer_member("program", program_json(by)) + ",\n" +
                   outer_member("catalog", catalog_json(by))) +
        ",\n  \"reports\": [");
  for (std::size_t i = 0; i < reports.size(); ++i) {
    write((i == 0 ? "\n    " : ",\n    ") +
          moved_in(shown_json(pretty_json(report_to_json(*reports[i], options))), 4));
  }
  write(std::string(reports.empty() ? "]" : "\n  ]") + ",\n" +
        shown_json(outer_member("cross_findings", cross_findings(reports))));
  if (!options.failed.empty()) {
    JsonArray failed;
    for (const FailedTarget& one : options.failed) failed.push_back(failed_json(one));
    write(",\n" + shown_json(outer_member("failed", failed)));
  }
  write("\n}\n");
}

std::string render_json(const Reports& reports, const RenderOptions& options) {
  std::string out;
  write_json(reports, options, [&](std::string_view piece) { out += piece; });
  return out;
}

void write_ndjson(const Reports& reports, const RenderOptions& options, const PieceWriter& write) {
  for (const auto& report : reports)
    write(shown_json(canonical_json(report_to_json(*report, options))) + "\n");
  for (const FailedTarget& one : options.failed) {
    JsonObject line{{"target", one.target},
                    {"error", JsonObject{{"code", one.error}, {"message", one.message}}}};
    write(shown_json(canonical_json(line)) + "\n");
  }
}

std::string render_ndjson(const Reports& reports, const RenderOptions& options) {
  std::string out;
  write_ndjson(reports, options, [&](std::string_view piece) { out += piece; });
  return out;
}

}  // namespace mcpjury
