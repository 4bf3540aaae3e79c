#include "model/surface.h"

#include <algorithm>

namespace mcpjury {
namespace {

std::optional<bool> find_bool(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr || !value->is_bool()) return std::nullopt;
  return value->get_bool();
}

bool is_true(const JsonObject& object, std::string_view key) {
  return find_bool(object, key).value_or(false);
}

bool has_string(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_string();
}

Annotations annotations_of(const JsonObject& tool) {
  Annotations out;
  const JsonObject* from = find_object(tool, "annotations");
  if (from == nullptr) return out;
  out.present = true;
  out.read_only = find_bool(*from, "readOnlyHint");
  out.destructive = find_bool(*from, "destructiveHint");
  out.idempotent = find_bool(*from, "idempotentHint");
  out.open_world = find_bool(*from, "openWorldHint");
  out.title = find_string(*from, "title");
  return out;
}

ToolView tool_of(const JsonObject& object, std::uint32_t index) {
  ToolView tool;
  tool.index = index;
  tool.object = &object;
  tool.name = find_string(object, "name");
  tool.title = find_string(object, "title");
  tool.description = find_string(object, "description");
  tool.has_description = has_string(object, "description");
  tool.annotations = annotations_of(object);
  tool.input_schema = find_object(object, "inputSchema");
  tool.output_schema = find_object(object, "outputSchema");
  return tool;
}

PromptView prompt_of(const JsonObject& object, std::uint32_t index) {
  return {index, find_string(object, "name"), find_string(object, "title"),
          find_string(object, "description"), &object};
}

ResourceView resource_of(const JsonObject& object, std::uint32_t index, std::string_view uri_key) {
  return {index,
          find_string(object, "name"),
          find_string(object, "title"),
          find_string(object, "description"),
          find_string(object, uri_key),
          &object};
}

// Entries that are no objects are passed over but keep their place in the count of indices. The other
// lists share the limit of the tools: nothing else bounds them.
template <class Make>
bool for_each_entry(const JsonArray* list, std::size_t limit, const Make& make) {
  if (list == nullptr) return false;
  const std::size_t end = std::min(list->size(), limit);
  for (std::size_t i = 0; i < end; ++i) {
    if (const JsonObject* object = (*list)[i].if_object()) make(*object, static_cast<std::uint32_t>(i));
  }
  return list->size() > limit;
}

}  // namespace

Surface make_surface(const JsonObject& definition, const Limits& limits) {
  Surface out;
  if (const JsonObject* server = find_object(definition, "server")) {
    out.server_name = find_string(*server, "name");
    out.server_version = find_string(*server, "version");
    out.server_title = find_string(*server, "title");
  }
  out.protocol_version = find_string(definition, "protocol_version");
  out.instructions = find_string(definition, "instructions");
  out.handshake = is_true(definition, "handshake");

  const JsonArray* tools = find_array(definition, "tools");
  out.tools_listed = tools != nullptr;
  if (tools != nullptr) out.tools.reserve(std::min(tools->size(), limits.tools));
  bool cut = for_each_entry(tools, limits.tools, [&](const JsonObject& object, std::uint32_t index) {
    out.tools.push_back(tool_of(object, index));
  });
  if (tools != nullptr) {
    out.no_tools = static_cast<std::uint32_t>(std::min(tools->size(), limits.tools) - out.tools.size());
  }
  cut |= for_each_entry(find_array(definition, "prompts"), limits.tools,
                        [&](const JsonObject& object, std::uint32_t index) {
                          out.prompts.push_back(prompt_of(object, index));
                        });
  cut |= for_each_entry(find_array(definition, "resources"), limits.tools,
                        [&](const JsonObject& object, std::uint32_t index) {
                          out.resources.push_back(resource_of(object, index, "uri"));
                        });
  cut |= for_each_entry(find_array(definition, "templates"), limits.tools,
                        [&](const JsonObject& object, std::uint32_t index) {
                          out.templates.push_back(resource_of(object, index, "uriTemplate"));
                        });
  out.truncated = cut || is_true(definition, "truncated");
  return out;
}

}  // namespace mcpjury
