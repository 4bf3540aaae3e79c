// Precision and recall as pages print them, with the 95 % interval of Wilson.
#pragma once

#include <span>
#include <string>

#include "catalog/catalog.h"

namespace mcpjury::docs {

struct Interval {
  double low = 0, high = 1;
};
// The score interval of Wilson for `hits` of `all`, z = 1.96; 0 to 1 when `all` is 0.
Interval wilson(int hits, int all);

// "92.3 % (66.7 to 98.6)", or "not measured" when the share has no ground.
std::string share_text(int hits, int all);
// A table row for each corpus, under a head; "Not measured." when there is none.
std::string measured_table(std::span<const Detector* const> detectors);

}  // namespace mcpjury::docs
