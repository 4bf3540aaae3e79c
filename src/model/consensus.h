// What several judges say together, in tenths. Pure; section 4.4 to 4.6 of the methodology.
//
// With five answers one liar cannot move the median outside the range of the other four, two can move it only
// to an honest extreme, three own it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/judge_view.h"

namespace mcpjury {

inline constexpr std::size_t kFewestAnswers = 3;
inline constexpr int kPanelDelta = 20;  // above what a rule found
inline constexpr int kPanelAlone =
    69;  // where no rule found as much: D and F need evidence a rule can point to
inline constexpr int kSafeBelow = 20, kCautionBelow = 40, kRiskyBelow = 70;

// The middle one; of an even number the mean of the middle two, half up. None of fewer than three.
std::optional<int> median_tenths(std::vector<int> scores);
// Of the judges that answered about this tool.
std::optional<int> median_of(const JudgedTool& tool);

// Never below `rule`. The bound is 6.9 or two above the rule, whichever is more: were it two above the rule
// alone, a server could lower its number by earning a small finding of a rule.
constexpr int merged_tenths(int median, int rule) {
  const int bound = rule + kPanelDelta > kPanelAlone ? rule + kPanelDelta : kPanelAlone;
  const int raised = median < bound ? median : bound;
  return raised > rule ? raised : rule;
}

// safe, caution, risky, dangerous
std::string_view judge_verdict(int tenths);
// A judge's reason as part of a sentence: without the end mark, never empty.
std::string_view reason_clause(std::string_view reason);
// The question the answers are worst in: by median, then by sum, then in the rubric's order.
std::size_t leading_question(const JudgedTool& tool);

}  // namespace mcpjury
