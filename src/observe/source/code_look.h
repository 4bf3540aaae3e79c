// The code of a folder: tools that are registered there, what their handlers do with parameters, how the
// server listens, and signs of known campaigns. Parsing happens in limited children (code/project).
#pragma once

#include "base/json.h"
#include "model/evidence.h"
#include "observe/source/source.h"

namespace mcpjury {

// Adds tools, facts, routes, embedded_servers, indicators and files to the source facet. Where no tool list
// lies there as JSON, the tools found in code become the definition, each with its file and line. Returns how
// the tools were found, for source.discovery.
JsonObject look_at_code(const SourceTree& tree, const SourceOptions& options, JsonObject& source,
                        Evidence& evidence);

}  // namespace mcpjury
