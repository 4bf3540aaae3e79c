// What `make quality` measured, as rules, explain and the rule pages show it: shares with the 95 % interval
// of Wilson. Pure functions.
#pragma once

#include <string>

#include "base/json.h"
#include "catalog/catalog.h"

namespace mcpjury {

struct Interval {
  double low = 0, high = 1;
};
// The score interval of Wilson for `hits` of `all`, z = 1.96; 0 to 1 when `all` is 0.
Interval wilson(int hits, int all);

// Right ones of all it said, and found ones of all it should have found. `all` is 0 where that was not
// measured: a corpus without labels for misses, or attacks only, among which nothing can be a false alarm.
struct Share {
  int hits = 0, all = 0;
};
Share precision_of(const Measured& measured);
Share recall_of(const Measured& measured);

// "92.3 % (66.7 to 98.6)", or "not measured".
std::string share_text(Share share);
// "12 right, 1 wrong, 2 missed (precision …, recall …) on CORPUS, DATE; …", or "not measured".
std::string measured_text(const Detector& detector);
// One object a corpus; counts and shares that were not measured read "not measured".
Json measured_json(const Detector& detector);

}  // namespace mcpjury
