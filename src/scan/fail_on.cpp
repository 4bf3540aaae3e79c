#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"
#include "base/escape.h"
#include "catalog/catalog.h"
#include "scan/exit_policy.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// Marks from mildest to worst. A mark that is not on the scale ("unknown", "grey", '-') reaches nothing:
// what could not be graded is incomplete, which has its own exit code.
constexpr std::array kLetters = {"A"sv, "B"sv, "C"sv, "D"sv, "F"sv};
constexpr std::array kActions = {"allow"sv, "allow_rate_limited"sv, "require_approval"sv, "block"sv};
constexpr std::array kVerdicts = {"allow"sv, "review"sv, "block"sv};
constexpr std::array kLights = {"green"sv, "amber"sv, "red"sv};
constexpr std::array kPostures = {"clean"sv, "caution"sv, "risky"sv, "dangerous"sv};

template <class R>
const R* result_of(const Assessed<R>& assessed, Strictness strictness) {
  if (assessed.state == RunState::kNotRun) return nullptr;
  return assessed.overridden ? &*assessed.overridden : &assessed.at(strictness);
}

template <auto Methodology>
std::string_view letter(const ScanReport& report) {
  const auto* result = result_of(report.assessments.*Methodology, report.strictness);
  return result == nullptr ? std::string_view() : std::string_view(&result->grade, 1);
}
template <auto Methodology, auto Member>
std::string_view word(const ScanReport& report) {
  const auto* result = result_of(report.assessments.*Methodology, report.strictness);
  return result == nullptr ? std::string_view() : result->*Member;
}

struct Scale {
  std::string_view methodology;
  std::span<const std::string_view> steps;
  std::string_view key;  // of the mark in the JSON report
  std::string_view (*mark)(const ScanReport&);
};
constexpr std::array<Scale, 7> kScales = {{
    {"agentreserve", kVerdicts, "verdict", word<&Assessments::agentreserve, &AgentReserveResult::verdict>},
    {"agentreserve", kLetters, "grade", letter<&Assessments::agentreserve>},
    {"ampel", kLights, "light", word<&Assessments::ampel, &AmpelResult::light>},
    {"aivss", kLetters, "grade", letter<&Assessments::aivss>},
    {"mcpbundles", kPostures, "posture", word<&Assessments::mcpbundles, &McpBundlesResult::posture>},
    {"tooltrust", kLetters, "grade", letter<&Assessments::tooltrust>},
    {"tooltrust", kActions, "action", word<&Assessments::tooltrust, &ToolTrustResult::action>},
}};

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii::lower(x) == ascii::lower(y); });
}

// -1 when the mark is not on the scale.
int step_of(const Scale& scale, std::string_view mark) {
  for (std::size_t i = 0; i < scale.steps.size(); ++i) {
    if (same_word(scale.steps[i], mark)) return static_cast<int>(i);
  }
  return -1;
}

Error usage(std::string message) { return {ErrorCode::kUsage, std::move(message)}; }

std::string marks_of(std::string_view methodology) {
  std::string list;
  for (const Scale& scale : kScales) {
    if (scale.methodology != methodology) continue;
    for (const std::string_view step : scale.steps)
      list += fmt::format("{}{}", list.empty() ? "" : ", ", step);
  }
  return list;
}

Result<FailCondition> parse_mark(std::string_view methodology, std::string_view mark) {
  bool known = false;
  for (std::size_t i = 0; i < kScales.size(); ++i) {
    if (!same_word(kScales[i].methodology, methodology)) continue;
    known = true;
    const int step = step_of(kScales[i], mark);
    if (step < 0) continue;
    FailCondition condition;
    condition.type = FailCondition::Type::kMark;
    condition.scale = static_cast<std::uint8_t>(i);
    condition.step = static_cast<std::uint8_t>(step);
    return condition;
  }
  if (!known) {
    return usage(
        fmt::format("--fail-on: unknown methodology \"{}\"; known: agentreserve, ampel, aivss, mcpbundles, "
                    "tooltrust",
                    escape_terminal(methodology)));
  }
  return usage(fmt::format("--fail-on: {} gives no mark \"{}\"; known: {}", escape_terminal(methodology),
                           escape_terminal(mark), marks_of(methodology)));
}

Result<FailCondition> parse_condition(std::string_view text) {
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    return parse_mark(text.substr(0, colon), text.substr(colon + 1));
  }
  FailCondition condition;
  if (const auto severity = severity_from(text)) {
    condition.severity = *severity;
    return condition;
  }
  if (const auto kind = kind_from(text)) {
    condition.type = FailCondition::Type::kKind;
    condition.kind = *kind;
    return condition;
  }
  return usage(
      fmt::format("--fail-on: unknown condition \"{}\"; known: info, low, medium, high, critical; malice, "
                  "weakness, capability, hygiene; METHODOLOGY:MARK such as tooltrust:D",
                  escape_terminal(text)));
}

bool mark_holds(const FailCondition& condition, const ScanReport& report) {
  const Scale& scale = kScales[condition.scale];
  const auto step = static_cast<int>(condition.step);
  if (step_of(scale, scale.mark(report)) < step) return false;
  if (!report.baseline) return true;
  // What the older report reached already is not new.
  const auto before = report.baseline->marks.find(fmt::format("{}.{}", scale.methodology, scale.key));
  return before == report.baseline->marks.end() || step_of(scale, before->second) < step;
}

bool finding_holds(const FailCondition& condition, const ScanReport& report, const Finding& finding) {
  if (finding.suppressed || !finding.counts_in(report.strictness)) return false;
  if (finding.baseline == BaselineState::kUnchanged) return false;
  if (condition.type == FailCondition::Type::kSeverity) return finding.severity >= condition.severity;
  return catalog().detectors[finding.detector].kind == condition.kind;
}

bool holds(const FailCondition& condition, const ScanReport& report) {
  if (condition.type == FailCondition::Type::kMark) return mark_holds(condition, report);
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& finding) { return finding_holds(condition, report, finding); });
}

}  // namespace

Result<FailOn> parse_fail_on(std::string_view text) {
  FailOn out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    auto condition = parse_condition(text.substr(begin, end - begin));
    if (!condition) return condition.error();
    out.conditions.push_back(*condition);
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> fail_on_words() {
  std::vector<std::string> out = {"info",   "low",      "medium",     "high",   "critical",
                                  "malice", "weakness", "capability", "hygiene"};
  for (const Scale& scale : kScales) {
    for (const std::string_view step : scale.steps)
      out.push_back(fmt::format("{}:{}", scale.methodology, step));
  }
  return out;
}

bool reached(const FailOn& fail_on, const ScanReport& report) {
  return std::any_of(fail_on.conditions.begin(), fail_on.conditions.end(),
                     [&](const FailCondition& condition) { return holds(condition, report); });
}

bool reached_by(const FailOn& fail_on, const ScanReport& report, const Finding& finding) {
  return std::any_of(
      fail_on.conditions.begin(), fail_on.conditions.end(), [&](const FailCondition& condition) {
        return condition.type != FailCondition::Type::kMark && finding_holds(condition, report, finding);
      });
}

bool reached_by_mark(const FailOn& fail_on, const ScanReport& report, std::string_view methodology) {
  return std::any_of(
      fail_on.conditions.begin(), fail_on.conditions.end(), [&](const FailCondition& condition) {
        return condition.type == FailCondition::Type::kMark &&
               kScales[condition.scale].methodology == methodology && mark_holds(condition, report);
      });
}

}  // namespace mcpjury
