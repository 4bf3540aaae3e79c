// One entry of a configuration, whatever its client calls the parts, as a ConfiguredServer.
//
// Pure. Bounded: 4,096 arguments, variables and headers each, which no client starts.
#pragma once

#include "observe/config/configured_server.h"
#include "observe/config/shapes.h"

namespace mcpjury {

// Without client, scope, file and line.
ConfiguredServer read_server_entry(const ServerEntry& entry);

// What the file says of all its servers: tools that run without asking, by the settings of the editor or the
// list of an agent ("@server/tool").
void add_common_approval(const Json& root, std::vector<ConfiguredServer>& servers);

}  // namespace mcpjury
