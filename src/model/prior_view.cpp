#include "model/prior_view.h"

namespace mcpjury {

PriorView prior_view(const Evidence& evidence) {
  PriorView out;
  if (!evidence.seen(Facet::kPriorSurface)) return out;
  out.data = evidence.facet(Facet::kPriorSurface).data.if_object();
  if (out.data == nullptr) return out;
  out.side.tools = find_array(*out.data, "tools");
  out.side.instructions = find_string(*out.data, "instructions");
  const Json* truncated = find(*out.data, "truncated");
  out.side.truncated = truncated != nullptr && truncated->is_bool() && truncated->get_bool();
  out.surface_sha256 = find_string(*out.data, "surface_sha256");
  out.approved = find_string(*out.data, "baseline") == "approved";
  if (const JsonObject* server = find_object(*out.data, "server")) {
    out.server_version = find_string(*server, "version");
  }
  return out;
}

SurfaceSide present_side(const Evidence& evidence, const Surface& surface) {
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  SurfaceSide side;
  side.tools = definition != nullptr ? find_array(*definition, "tools") : nullptr;
  side.instructions = surface.instructions;
  side.truncated = surface.truncated;
  return side;
}

}  // namespace mcpjury
