// The tool surface of a server as one number: the same for every order of tools, pages and keys, another one
// for any change that a model could see. AgentReserve's canonical surface, published as "tool-surface/1".
//
// No Unicode normalisation: an invisible change must change the hash. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/surface.h"

namespace mcpjury {

struct ToolIdentity {
  std::string name;
  std::string sha256;                                                 // of the whole canonical tool
  std::string description_sha256, schema_sha256, annotations_sha256;  // empty: the tool has none
};

struct SurfaceIdentity {
  std::string surface_sha256;  // name, description, inputSchema, annotations of every tool
  std::string rest_sha256;     // title, icons, outputSchema, _meta, instructions, prompts, resources
  bool truncated = false;
  std::vector<ToolIdentity> tools;  // by name bytes, then by their own serialisation
};

// `definition` is the data of the definition facet that `surface` views.
SurfaceIdentity surface_identity(const Surface& surface, const JsonObject& definition);

// The tool with exactly the four members of the surface; what is absent stays absent, null is kept.
JsonObject canonical_tool(const JsonObject& tool);

}  // namespace mcpjury
