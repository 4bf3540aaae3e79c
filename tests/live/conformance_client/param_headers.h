// The Mcp-Param-… headers of 2026-07-28: arguments that the tool's schema marks with x-mcp-header. Pure.
#pragma once

#include <vector>

#include "base/json.h"
#include "net/http.h"

namespace mcpjury {

// Null and absent arguments have no header. The tool's annotations must be valid (mcp/x_mcp_header.h).
std::vector<HttpHeader> param_headers(const JsonObject& input_schema, const JsonObject& arguments);

}  // namespace mcpjury
