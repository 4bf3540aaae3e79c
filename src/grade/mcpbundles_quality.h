// MCPBundles' quality score: how well the tools of a server are documented. Pure.
#pragma once

#include "grade/grade.h"

namespace mcpjury {

// What a client needs to ask for confirmation: a title and the hints. The protocol gives destructiveHint
// and idempotentHint a meaning only where the tool is not read-only.
bool annotations_complete(const ToolView& tool);

// What a client shows: title, else annotations.title, else name.
std::string_view display_name(const ToolView& tool);

// 0 to 100, half up; 0 without tools.
int mcpbundles_quality(const GradeInput& input);

}  // namespace mcpjury
