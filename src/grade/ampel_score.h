// The arithmetic of ampel apart from where the numbers come from. Integers only: sub-scores in
// tenths, weights in basis points. Pure and thread safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/assessment.h"

namespace mcpjury {

// Below this coverage no score is printed; green needs the second.
inline constexpr int kAmpelGreyBelowBp = 3000;
inline constexpr int kAmpelGreenFromBp = 7000;
inline constexpr int kAmpelFullBp = 10000;

// Sub-score in tenths. `raw` is CVSS in tenths (0: no advisory), a count, 1 or 0 for pass or fail,
// tenths of a percent, or an SLSA level. An unknown normaliser gives 0: nothing earned.
int ampel_sub_score(std::string_view normaliser, std::int64_t raw);

// From result.engines and result.criticals to score, interval, coverage, light and contributions.
void ampel_score(AmpelResult& result);

}  // namespace mcpjury
