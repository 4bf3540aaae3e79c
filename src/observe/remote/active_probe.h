// The active probe: calls up to three read-only tools with arguments their own schema allows, to see whether
// the server honours its schema. Off unless the user asked for it and MCPJURY_ENABLE_ACTIVE_PROBE=1.
//
// This is the one unit of the program that can write a tool call; a test greps all others. It checks both
// gates itself.
#pragma once

#include <optional>

#include "base/json.h"
#include "mcp/client.h"

namespace mcpjury {

// The member active_probe of the protocol facet.
JsonObject run_active_probe(Channel& channel, const Conversation& conversation, bool asked_for);

// Arguments built from the schema alone: const, first enum value, smallest number, false; nothing for
// optional members. Nothing when a required member cannot be built.
std::optional<JsonObject> arguments_for(const JsonObject& input_schema);
// Read by its name, and no sensitive word in it.
bool eligible_name(std::string_view tool_name);

}  // namespace mcpjury
