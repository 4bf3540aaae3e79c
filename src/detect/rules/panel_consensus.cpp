// panel-sees-injection, panel-sees-overreach: tools that the median of the judges puts above what the rules
// found. Only AIVSS counts them, and only as far as its bounds allow (model/consensus.h). Runs after every
// other detector, because a raise is one over their findings.
#include <fmt/format.h>

#include <algorithm>

#include "detect/rules/signal_hits.h"
#include "detect/sink.h"
#include "model/aivss_vector.h"
#include "model/consensus.h"

namespace mcpjury {
namespace {

// The rules' numbers as precise counts them; published never has less, so what raises there raises here.
std::vector<int> rule_scores(const DetectInput& input, const FindingSink& sink) {
  std::vector<int> scores(input.surface.tools.size());
  const auto detectors = catalog().detectors;
  for (const FindingSink::Entry& entry : sink.entries()) {
    const Finding& finding = entry.finding;
    if (finding.subject.type != SubjectType::kTool || !finding.counts_in(Strictness::kPrecise)) continue;
    const Detector& detector = detectors[finding.detector];
    auto vector = parse_aivss(detector.aivss).value_or(AivssVector{});
    if (detector.kind == Kind::kCapability) vector = by_design(vector);
    const auto tool = std::lower_bound(input.surface.tools.begin(), input.surface.tools.end(),
                                       finding.subject.index, [](const ToolView& view, std::int32_t index) {
                                         return static_cast<std::int32_t>(view.index) < index;
                                       });
    if (tool == input.surface.tools.end() || static_cast<std::int32_t>(tool->index) != finding.subject.index)
      continue;
    int& score = scores[static_cast<std::size_t>(tool - input.surface.tools.begin())];
    score = std::max(score, aivss_tenths(vector));
  }
  return scores;
}

Severity severity_of(int tenths) {
  if (tenths < 20) return Severity::kInfo;
  if (tenths < 40) return Severity::kLow;
  if (tenths < 70) return Severity::kMedium;
  return tenths < 90 ? Severity::kHigh : Severity::kCritical;
}

// Of those who say at least the median, the first one's.
std::string_view reason_for(const JudgedTool& tool, std::size_t question, int median) {
  for (const int least : {median, 1}) {
    for (const JudgementView& judgement : tool.judgements) {
      if (judgement.answered && judgement.scores[question] >= least && !judgement.reasons[question].empty())
        return reason_clause(judgement.reasons[question]);
    }
  }
  return reason_clause({});
}

std::string number(int tenths) { return fmt::format("{}.{}", tenths / 10, tenths % 10); }

}  // namespace

void detect_panel_consensus(const DetectInput& input, FindingSink& sink) {
  if (!input.evidence.seen(Facet::kJudges)) return;
  static const std::uint16_t kInjection = detector_index("panel-sees-injection");
  static const std::uint16_t kOverreach = detector_index("panel-sees-overreach");
  const JudgeView view = judge_view(input.evidence, input.surface);
  const std::vector<int> rules = rule_scores(input, sink);
  for (const JudgedTool& judged : view.tools) {
    const auto median = median_of(judged);
    if (!median || *median <= rules[judged.tool]) continue;
    const ToolView& tool = input.surface.tools[judged.tool];
    const SubjectUnit* subject =
        tool_subject(input.text, input.surface.tools.size(), static_cast<std::int32_t>(tool.index));
    if (subject == nullptr) continue;
    const int merged = merged_tenths(*median, rules[judged.tool]);
    const std::size_t question = leading_question(judged);
    const std::string detail =
        fmt::format("{} (rules {}, counted {}): {}", number(*median), number(rules[judged.tool]),
                    number(merged), reason_for(judged, question, *median));
    // The words that were judged, not the judge's: a finding is the same one as long as they are.
    const std::string_view quote = tool.description.empty() ? tool.name : tool.description;
    sink.add(question == 0 ? kInjection : kOverreach, *subject, subject->path, quote, Confidence::kMedium,
             {.detail = detail, .severity = severity_of(merged)});
  }
}

}  // namespace mcpjury
