// Follows tools' parameters over the functions and files of a project, from what read_flows() noted of each.
//
// A pure function of the summaries. Calls are resolved by name in the file, by import over files, and by a
// method's name when only one function has it; what stays unresolved ends the path. Bounded: depth
// kMaxFollow, each step once for a handler and source, kMaxFollowWork steps in all.
#pragma once

#include <vector>

#include "code/summary.h"

namespace mcpjury {

inline constexpr int kMaxFollow = 8;
inline constexpr std::size_t kMaxFollowWork = 400'000;
inline constexpr std::size_t kMaxPathSteps = 12;

// Appends a CodeFact to the file in which each sink stands, with the path that leads there.
void follow_flows(std::vector<FileSummary>& files);

}  // namespace mcpjury
