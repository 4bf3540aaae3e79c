// Reading a few resources of a server, as any client would: https ones only, distinct hosts first.
//
// Private to mcp.
#pragma once

#include <string>
#include <vector>

#include "mcp/talk.h"

namespace mcpjury {

// At most `count` URIs, in list order, those of hosts not yet taken before further ones of the same host.
std::vector<std::string> choose_resources(const JsonArray& resources, std::size_t count);
// Member resource_samples of the protocol facet. The text is as it came, cut to `resource_bytes`.
JsonArray sample_resources(Talk& talk, const JsonArray& resources);

}  // namespace mcpjury
