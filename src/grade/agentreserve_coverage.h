// Tier, level and proof of MCP, read from the surface and the live facets.
//
// Pure; total on any JSON in the facets (model/live_view.h).
#pragma once

#include "grade/agentreserve_score.h"
#include "grade/grade.h"

namespace mcpjury {

AgentReserveCoverage agentreserve_coverage(const GradeInput& input);

}  // namespace mcpjury
