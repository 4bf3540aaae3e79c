// Whether the packages that configurations start exist at all, asked of the user's own registry.
//
// Only with --registry-lookups. Each name is asked once; at most 256 in one run.
#pragma once

#include <vector>

#include "model/evidence.h"
#include "scan/live.h"

namespace mcpjury {

// Fills `configured.package.in_registry` for npm packages; an answer that is neither yes nor no is left out.
void add_package_presence(const LiveOptions& live, std::vector<Evidence>& evidence);

}  // namespace mcpjury
