#include "grade/panel.h"

#include <algorithm>
#include <cstdlib>

#include "catalog/catalog.h"
#include "model/consensus.h"

namespace mcpjury {
namespace {

constexpr int kDissent = 20, kAlarm = 70, kHighAgreement = 10, kMediumAgreement = 30;

std::size_t vote_of(int tenths) {
  if (tenths < kSafeBelow) return 0;
  if (tenths < kCautionBelow) return 1;
  return tenths < kRiskyBelow ? 2 : 3;
}

std::string_view agreement_of(int spread) {
  if (spread <= kHighAgreement) return "high";
  return spread <= kMediumAgreement ? "medium" : "low";
}

// Complete: every judge answered about every tool. Insufficient: about no tool did three.
std::string_view state_of(const JudgeView& view, const Panel& panel, std::size_t tools) {
  if (view.data == nullptr) return "not_run";
  bool all = panel.tools.size() == tools && tools > 0, any = false;
  for (std::size_t i = 0; i < panel.tools.size(); ++i) {
    any = any || panel.tools[i].median.has_value();
    const auto& judgements = view.tools[i].judgements;
    all =
        all && judgements.size() == view.judges.size() &&
        std::all_of(judgements.begin(), judgements.end(), [](const JudgementView& j) { return j.answered; });
  }
  if (!any) return "insufficient";
  return all ? "complete" : "partial";
}

}  // namespace

PanelTool judge_tool(const JudgedTool& judged, int rule_score) {
  PanelTool out;
  out.tool = judged.tool;
  out.rule_score = out.merged = rule_score;
  out.median = median_of(judged);
  int low = 100, high = 0, distance = 0, answers = 0;
  bool alarm = false;
  for (const JudgementView& judgement : judged.judgements) {
    if (!judgement.answered) continue;
    ++answers;
    ++out.votes[vote_of(judgement.score)];
    low = std::min(low, judgement.score);
    high = std::max(high, judgement.score);
    if (!out.median) continue;
    const int away = std::abs(judgement.score - *out.median);
    distance += away;
    if (away < kDissent) continue;
    out.dissenters.push_back(judgement.judge);
    alarm = alarm || judgement.score > kAlarm;
  }
  if (answers > 0) out.spread = high - low;
  if (!out.median) return out;
  out.deviation = (2 * distance + answers) / (2 * answers);
  out.merged = merged_tenths(*out.median, rule_score);
  out.agreement = agreement_of(out.spread);
  out.needs_review = out.spread > kMediumAgreement || alarm;
  out.disagrees = *out.median + kDissent <= rule_score;
  return out;
}

Panel make_panel(const JudgeView& view, const std::vector<int>& rule_scores) {
  Panel panel;
  if (view.data == nullptr) return panel;
  panel.tools.reserve(view.tools.size());
  for (const JudgedTool& judged : view.tools) {
    const int rule = judged.tool < rule_scores.size() ? rule_scores[judged.tool] : 0;
    panel.tools.push_back(judge_tool(judged, rule));
    const auto& median = panel.tools.back().median;
    if (median) panel.consensus_aivss = std::max(panel.consensus_aivss.value_or(0), *median);
  }
  panel.state = state_of(view, panel, rule_scores.size());
  return panel;
}

bool is_panel_detector(std::uint16_t detector) {
  static const std::array<std::uint16_t, 2> kOurs = [] {
    std::array<std::uint16_t, 2> out{};
    std::size_t at = 0;
    for (const std::string_view id : {"panel-sees-injection", "panel-sees-overreach"}) {
      const Detector* known = find_detector(id);
      out[at++] =
          static_cast<std::uint16_t>(known == nullptr ? catalog().detectors.size() : index_of(*known));
    }
    return out;
  }();
  return detector == kOurs[0] || detector == kOurs[1];
}

}  // namespace mcpjury
