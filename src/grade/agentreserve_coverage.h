// Tier, level and proof of MCP, read from the evidence.
//
// What is read of the facets, and no more:
//   protocol  {"authenticated": true}           the probe carried credentials
//   auth      {"required": true}                401 or 403 was seen; a challenge implies it
//             {"challenge": …}                  a Bearer challenge, any value but null
//             {"protected_resource": {…}}       a parsed RFC 9728 document
//             {"authorization_servers": […]}    parsed RFC 8414 or OpenID documents, not empty
// Pure; total on any JSON in those places.
#pragma once

#include "grade/agentreserve_score.h"
#include "grade/grade.h"

namespace mcpjury {

AgentReserveCoverage agentreserve_coverage(const GradeInput& input);

}  // namespace mcpjury
