// The one unit of the tests that writes a tool call, as a raw frame through the channel: the protocol library
// has no method for it.
#pragma once

#include <string>
#include <vector>

#include "mcp/channel.h"

namespace mcpjury {

struct ToolCall {
  std::string tool;
  JsonObject arguments;
  std::vector<HttpHeader> headers;  // Mcp-Param-…
  JsonObject more;                  // further params: inputResponses, requestState
};

Reply call_tool(Channel& channel, Era era, const ToolCall& call);

}  // namespace mcpjury
