#include "report/sarif_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/shared.h"

namespace mcpjury {
namespace {

// Where AIVSS gave no number, the middle of the band that code scanning gives the severity.
int severity_tenths(Severity severity) {
  constexpr int kTenths[] = {0, 20, 55, 80, 95};
  return kTenths[static_cast<std::size_t>(severity)];
}

int tenths_of(const ScanReport& report, const Detector& detector) {
  for (const Contribution& one : report.assessments.aivss.published.contributions) {
    if (one.rule == detector.id) return static_cast<int>(std::clamp<std::int64_t>(one.points, 0, 100));
  }
  return severity_tenths(detector.severity);
}

std::string_view problem_severity(Severity severity) {
  if (severity >= Severity::kHigh) return "error";
  return severity == Severity::kMedium ? "warning" : "recommendation";
}

// hides-from-user -> HidesFromUser
std::string camel(std::string_view id) {
  std::string out;
  bool up = true;
  for (const char c : id) {
    if (c == '-') {
      up = true;
      continue;
    }
    out += up && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    up = false;
  }
  return out;
}

std::string_view or_title(std::string_view text, const Detector& detector) {
  if (!text.empty()) return text;
  return detector.title.empty() ? detector.id : detector.title;
}

JsonObject help_of(const Detector& detector) {
  std::string text = fmt::format("{}\n\nWhy it matters: {}\n\nWhat to do: {}",
                                 or_title(detector.what, detector), detector.why, detector.fix);
  std::string markdown = fmt::format("{}\n\n**Why it matters.** {}\n\n**What to do.** {}",
                                     or_title(detector.what, detector), detector.why, detector.fix);
  if (!detector.false_alarms.empty()) {
    text += fmt::format("\n\nKnown false alarms: {}", detector.false_alarms);
    markdown += fmt::format("\n\n**Known false alarms.** {}", detector.false_alarms);
  }
  std::string cited;
  for (const Citation& citation : detector.citations) {
    cited += fmt::format("{}{} {}", cited.empty() ? "" : ", ", citation.taxonomy, citation.id);
  }
  if (!cited.empty()) {
    text += fmt::format("\n\nSee: {}", cited);
    markdown += fmt::format("\n\n**See** {}", cited);
  }
  return {{"text", text}, {"markdown", markdown}};
}

JsonArray tags_of(const Detector& detector) {
  JsonArray tags{"security", "mcp", name_of(detector.kind)};
  const auto add = [&](std::string_view tag) {  // the standard wants each once
    if (std::find(tags.begin(), tags.end(), Json(tag)) == tags.end()) tags.emplace_back(tag);
  };
  for (const std::string_view tag : detector.tags) add(tag);
  for (const Citation& citation : detector.citations) add(citation.id);
  return tags;
}

}  // namespace

std::string_view sarif_level(Severity severity) {
  if (severity >= Severity::kHigh) return "error";
  return severity == Severity::kMedium ? "warning" : "note";
}

SarifRules::SarifRules(const ScanReport& report) : report_(report), index_(1u << 16, 0) {
  std::vector<bool> known(1u << 16, false);
  for (const Finding& finding : report.findings) {
    if (!finding.counts_in(report.strictness)) continue;
    if (!known[finding.detector]) {
      known[finding.detector] = true;
      index_[finding.detector] = used_.size();
      used_.push_back(finding.detector);
      confidence_.push_back(finding.confidence);
    }
    Confidence& best = confidence_[index_[finding.detector]];
    best = std::max(best, finding.confidence);
  }
}

JsonArray SarifRules::to_json() const {
  JsonArray out;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    Finding any;
    any.detector = used_[i];
    const Detector& detector = detector_of(any);
    const int tenths = tenths_of(report_, detector);
    out.push_back(JsonObject{
        {"id", detector.id},
        {"name", camel(detector.id)},
        {"shortDescription", JsonObject{{"text", or_title(detector.title, detector)}}},
        {"fullDescription", JsonObject{{"text", or_title(detector.what, detector)}}},
        {"defaultConfiguration", JsonObject{{"level", sarif_level(detector.severity)}}},
        {"help", help_of(detector)},
        {"properties", JsonObject{{"tags", tags_of(detector)},
                                  {"precision", name_of(confidence_[i])},
                                  {"problem.severity", problem_severity(detector.severity)},
                                  {"security-severity", fmt::format("{}.{}", tenths / 10, tenths % 10)}}}});
  }
  return out;
}

}  // namespace mcpjury
