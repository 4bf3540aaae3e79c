#include "tool_arguments.h"

namespace mcpjury {
namespace {

Json value_for(const JsonObject& schema) {
  if (const Json* value = find(schema, "default")) return *value;
  if (const Json* value = find(schema, "const")) return *value;
  if (const JsonArray* choices = find_array(schema, "enum"); choices != nullptr && !choices->empty()) {
    return choices->front();
  }
  const std::string_view type = find_string(schema, "type");
  if (type == "integer") return 1;
  if (type == "number") return 1.5;
  if (type == "boolean") return true;
  if (type == "array") return JsonArray();
  if (type == "object") return JsonObject();
  return "text";
}

const JsonObject* schema_of_another(std::string_view name, const JsonArray& tools) {
  for (const Json& item : tools) {
    const JsonObject* tool = item.if_object();
    if (tool != nullptr && find_string(*tool, "name") != name) return find_object(*tool, "inputSchema");
  }
  return nullptr;
}

}  // namespace

JsonObject made_up_arguments(const JsonObject& tool, const JsonArray& all_tools) {
  JsonObject out;
  const JsonObject* schema = find_object(tool, "inputSchema");
  const JsonArray* required = schema != nullptr ? find_array(*schema, "required") : nullptr;
  const JsonObject* properties = schema != nullptr ? find_object(*schema, "properties") : nullptr;
  if (required == nullptr || properties == nullptr) return out;
  for (const Json& item : *required) {
    const auto* name = item.if_string();
    const JsonObject* property = name != nullptr ? find_object(*properties, view(*name)) : nullptr;
    if (property == nullptr) continue;
    const JsonObject* other =
        view(*name) == "schema" ? schema_of_another(find_string(tool, "name"), all_tools) : nullptr;
    out[*name] = other != nullptr ? Json(*other) : value_for(*property);
  }
  return out;
}

JsonObject accepted_form(const JsonObject& params) {
  JsonObject content;
  const JsonObject* schema = find_object(params, "requestedSchema");
  const JsonObject* properties = schema != nullptr ? find_object(*schema, "properties") : nullptr;
  if (properties != nullptr) {
    for (const auto& member : *properties) {
      if (const JsonObject* property = member.value().if_object())
        content[member.key()] = value_for(*property);
    }
  }
  return {{"action", "accept"}, {"content", std::move(content)}};
}

}  // namespace mcpjury
