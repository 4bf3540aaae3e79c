#include "report/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "base/escape.h"
#include "report/shared.h"
#include "report/summary.h"

namespace mcpjury {
namespace {

// The marks --fail-on knows; see scan/fail_on.cpp.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kMarks = {{{"agentreserve", "verdict"},
                                                                                  {"agentreserve", "grade"},
                                                                                  {"ampel", "light"},
                                                                                  {"aivss", "grade"},
                                                                                  {"mcpbundles", "posture"},
                                                                                  {"tooltrust", "grade"},
                                                                                  {"tooltrust", "action"}}};

const JsonObject& inner(const JsonObject& object, std::string_view key) {
  static const JsonObject kNone;
  const JsonObject* found = find_object(object, key);
  return found == nullptr ? kNone : *found;
}

std::string text_in(const JsonObject& object, std::string_view key) {
  return std::string(find_string(object, key));
}

bool counted_in(const JsonObject& finding, std::string_view strictness) {
  const JsonArray* list = find_array(finding, "counts_in");
  if (list == nullptr) return true;
  return std::any_of(list->begin(), list->end(), [&](const Json& one) {
    return one.is_string() && view(one.get_string()) == strictness;
  });
}

// Findings by fingerprint, which has no order a reader would know: worst first, then by what they are about.
bool shown_before(const FixedFinding& a, const FixedFinding& b) {
  const auto severity = [](const FixedFinding& one) {
    return severity_from(one.severity).value_or(Severity::kInfo);
  };
  if (severity(a) != severity(b)) return severity(a) > severity(b);
  return std::tie(a.detector, a.subject, a.fingerprint) < std::tie(b.detector, b.subject, b.fingerprint);
}

}  // namespace

Baseline::Saved Baseline::saved_of(const JsonObject& report) {
  Saved out;
  const JsonObject& target = inner(report, "target");
  out.id = text_in(target, "id");
  out.display = text_in(target, "display");
  out.observed_at = text_in(report, "observed_at");
  for (const Json& value : *find_array(report, "findings")) {
    const JsonObject* from = value.if_object();
    if (from == nullptr) continue;
    const JsonObject& subject = inner(*from, "subject");
    Finding finding;
    finding.subject.type = subject_type_from(find_string(subject, "type")).value_or(SubjectType::kServer);
    finding.subject.name = text_in(subject, "name");
    finding.pointer = text_in(inner(*from, "location"), "pointer");
    finding.evidence = text_in(*from, "evidence");
    FixedFinding kept{text_in(*from, "detector"),    text_in(*from, "kind"),      text_in(*from, "severity"),
                      text_in(subject, "type"),      finding.subject.name,        text_in(*from, "message"),
                      text_in(*from, "fingerprint"), counted_in(*from, "precise")};
    out.findings.emplace(fingerprint_of(finding, kept.detector, ""), std::move(kept));
  }
  for (const auto& [methodology, key] : kMarks) {
    const JsonObject& assessed = inner(inner(report, "assessments"), methodology);
    const JsonObject* overridden = find_object(assessed, "with_overrides");
    const std::string mark = text_in(overridden != nullptr ? *overridden : assessed, key);
    if (!mark.empty()) out.marks.emplace(fmt::format("{}.{}", methodology, key), mark);
  }
  return out;
}

Result<Baseline> Baseline::read(const Json& document, std::string_view name) {
  const auto refuse = [&] {
    return Error{
        ErrorCode::kUsage,
        fmt::format("--baseline {}: not a JSON report; write one with mcpjury scan TARGET -o json=FILE",
                    escape_terminal(name))};
  };
  Baseline out;
  const JsonObject* root = document.if_object();
  if (root == nullptr) return refuse();
  const auto add = [&](const JsonObject& report) {
    if (find_array(report, "findings") == nullptr || find_object(report, "target") == nullptr) return false;
    out.saved_.push_back(saved_of(report));
    return true;
  };
  if (const JsonArray* several = find_array(*root, "reports")) {
    for (const Json& one : *several) {
      if (!one.is_object() || !add(one.get_object())) return refuse();
    }
  } else if (!add(*root)) {
    return refuse();
  }
  return out;
}

const Baseline::Saved* Baseline::saved_for(const ScanReport& report, bool alone) const {
  const Target& target = report.evidence.target;
  for (const Saved& saved : saved_) {
    if (!saved.id.empty() && saved.id == target.id) return &saved;
  }
  for (const Saved& saved : saved_) {
    if (!saved.display.empty() && saved.display == target.display) return &saved;
  }
  return alone && saved_.size() == 1 ? &saved_.front() : nullptr;
}

void Baseline::compare(ScanReport& report, bool alone) const {
  BaselineComparison& out = report.baseline.emplace();
  const Saved* saved = saved_for(report, alone);
  out.known = saved != nullptr;
  std::multimap<std::string, FixedFinding> left;
  if (saved != nullptr) {
    left = saved->findings;
    out.observed_at = saved->observed_at;
    out.marks = saved->marks;
  }
  for (Finding& finding : report.findings) {
    // Each one of the older report stands for one of the new: a second copy of a fault is a new fault.
    const auto same = left.find(fingerprint_of(finding, detector_of(finding).id, ""));
    finding.baseline = same == left.end() ? BaselineState::kNew : BaselineState::kUnchanged;
    if (same != left.end()) left.erase(same);
    if (is_open(report, finding))
      ++(finding.baseline == BaselineState::kNew ? out.new_findings : out.unchanged);
  }
  for (auto& [fingerprint, fixed] : left) {
    if (fixed.in_precise || report.strictness == Strictness::kPublished)
      out.fixed.push_back(std::move(fixed));
  }
  std::sort(out.fixed.begin(), out.fixed.end(), shown_before);
}

}  // namespace mcpjury
