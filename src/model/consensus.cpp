#include "model/consensus.h"

#include <algorithm>

namespace mcpjury {
namespace {

int middle_of(std::vector<int>& scores) {
  std::sort(scores.begin(), scores.end());
  const std::size_t half = scores.size() / 2;
  if (scores.size() % 2 == 1) return scores[half];
  return (scores[half - 1] + scores[half] + 1) / 2;
}

}  // namespace

std::optional<int> median_tenths(std::vector<int> scores) {
  if (scores.size() < kFewestAnswers) return std::nullopt;
  return middle_of(scores);
}

std::optional<int> median_of(const JudgedTool& tool) {
  std::vector<int> scores;
  for (const JudgementView& judgement : tool.judgements) {
    if (judgement.answered) scores.push_back(judgement.score);
  }
  return median_tenths(std::move(scores));
}

std::string_view judge_verdict(int tenths) {
  if (tenths < kSafeBelow) return "safe";
  if (tenths < kCautionBelow) return "caution";
  return tenths < kRiskyBelow ? "risky" : "dangerous";
}

std::string_view reason_clause(std::string_view reason) {
  while (!reason.empty() && (reason.back() == '.' || reason.back() == ' ')) reason.remove_suffix(1);
  return reason.empty() ? "no reason was given" : reason;
}

std::size_t leading_question(const JudgedTool& tool) {
  std::size_t best = 0;
  int best_median = -1, best_sum = -1;
  for (std::size_t question = 0; question < kJudgeQuestions; ++question) {
    std::vector<int> scores;
    int sum = 0;
    for (const JudgementView& judgement : tool.judgements) {
      if (!judgement.answered) continue;
      scores.push_back(judgement.scores[question]);
      sum += judgement.scores[question];
    }
    const int median = scores.empty() ? 0 : middle_of(scores);
    if (median > best_median || (median == best_median && sum > best_sum)) {
      best = question;
      best_median = median;
      best_sum = sum;
    }
  }
  return best;
}

}  // namespace mcpjury
