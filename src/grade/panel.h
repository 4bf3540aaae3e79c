// The panel of judges as AIVSS counts it: median, merge with the rules, and how far the judges agree.
//
// Pure. The panel can raise a tool's number within bounds and never lower it: the judged text is written by
// the party being judged, and a way down would reward talking to the judge.
#pragma once

#include <vector>

#include "model/assessment.h"
#include "model/judge_view.h"

namespace mcpjury {

// `rule_scores` in tenths, parallel to the surface's tools. rule_aivss is left to the caller.
Panel make_panel(const JudgeView& view, const std::vector<int>& rule_scores);

// One tool: what its judges say beside what the rules say.
PanelTool judge_tool(const JudgedTool& judged, int rule_score);

// Detectors that state a raise of the panel; AIVSS takes their number from the panel, no other methodology
// counts them.
bool is_panel_detector(std::uint16_t detector);

}  // namespace mcpjury
