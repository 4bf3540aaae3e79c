// Values that a schema allows, made up without a user. Pure.
#pragma once

#include "base/json.h"

namespace mcpjury {

// Required members only. A member that wants a schema gets the input schema of the first other tool, as it
// came.
JsonObject made_up_arguments(const JsonObject& tool, const JsonArray& all_tools);
// The answer of a user who accepts a form as it stands: every member, defaults first (SEP-1034).
JsonObject accepted_form(const JsonObject& params);

}  // namespace mcpjury
