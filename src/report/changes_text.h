// Differences of two surfaces as text for a terminal, hostile on both sides and therefore escaped line by
// line.
#pragma once

#include <string>

#include "model/surface_diff.h"

namespace mcpjury {

struct ChangesOptions {
  bool color = false;
  std::size_t lines_per_member = 40;
};

// "~ search" with its changed members, "+ wipe", "- old"; empty when nothing changed.
std::string changes_text(const SurfaceDiff& diff, const ChangesOptions& options);

}  // namespace mcpjury
