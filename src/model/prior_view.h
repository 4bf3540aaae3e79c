// The surface of an earlier scan, from the prior_surface facet, ready to be compared with that of now. Views
// into the evidence.
#pragma once

#include <string_view>

#include "model/evidence.h"
#include "model/surface.h"
#include "model/surface_diff.h"

namespace mcpjury {

struct PriorView {
  const JsonObject* data = nullptr;  // null: no earlier surface was seen
  SurfaceSide side;
  std::string_view server_version, surface_sha256;
  bool approved = false;  // of a lock file, not merely the last one
};

PriorView prior_view(const Evidence& evidence);
// The surface of this scan.
SurfaceSide present_side(const Evidence& evidence, const Surface& surface);

}  // namespace mcpjury
