// Whether the advisory feeds of a scan cover the packages that were found: only then does "no match" mean
// anything. Pure.
#pragma once

#include <string_view>

#include "model/evidence.h"

namespace mcpjury {

// Why nothing can be concluded from the absence of advisories; empty when it can. Static text.
std::string_view feed_gap(const Evidence& evidence);

}  // namespace mcpjury
