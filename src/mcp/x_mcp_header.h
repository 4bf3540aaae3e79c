// The `x-mcp-header` annotations of a tool's input schema (2026-07-28): may a client use this tool at all?
#pragma once

#include <string>

#include "base/json.h"

namespace mcpjury {

// Empty when every annotation is valid (or there is none), else what is wrong with the first that is not. A
// tool with a fault must be dropped by clients. Visits at most 20,000 schema nodes.
std::string x_mcp_header_fault(const JsonObject& tool);

}  // namespace mcpjury
