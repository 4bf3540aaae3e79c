// What only shows across the servers of one client: who brings in foreign text, who holds private data, who
// sends out. Enters the evidence of each, so that detect stays a function of one record.
#pragma once

#include <vector>

#include "base/limits.h"
#include "model/evidence.h"
#include "observe/config/configured_server.h"

namespace mcpjury {

// Fills `configured.siblings` of every server whose tools are known; parallel lists. At most 50 a server.
void add_siblings(const std::vector<ConfiguredServer>& servers, const Limits& limits,
                  std::vector<Evidence>& evidence);

}  // namespace mcpjury
