#include "guard/withheld.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/one_of.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kShortName = 64;  // longer names and choices are sentences

// Keywords of JSON Schema whose values are shape, numbers or names.
constexpr std::array kPlain = {"type"sv,          "required"sv,         "minimum"sv,  "maximum"sv,
                               "minLength"sv,     "maxLength"sv,        "minItems"sv, "maxItems"sv,
                               "uniqueItems"sv,   "multipleOf"sv,       "enum"sv,     "exclusiveMinimum"sv,
                               "minProperties"sv, "exclusiveMaximum"sv, "format"sv,   "maxProperties"sv};
constexpr std::array kSchemas = {"items"sv, "additionalProperties"sv, "not"sv};
constexpr std::array kListsOfSchemas = {"anyOf"sv, "oneOf"sv, "allOf"sv, "prefixItems"sv};

bool is_short(const Json& value) {
  if (const auto* text = value.if_string()) return text->size() <= kShortName;
  if (const JsonArray* list = value.if_array()) return std::all_of(list->begin(), list->end(), is_short);
  return !value.is_object();
}

Json bare_schema(const Json& schema);

JsonArray bare_schemas(const JsonArray& schemas) {
  JsonArray out;
  for (const Json& schema : schemas) out.push_back(bare_schema(schema));
  return out;
}

JsonObject bare_properties(const JsonObject& properties) {
  JsonObject out;
  for (const auto& [name, schema] : properties) {
    if (name.size() <= kShortName) out[name] = bare_schema(schema);
  }
  return out;
}

// The parser bounds the depth.
Json bare_schema(const Json& schema) {
  const JsonObject* object = schema.if_object();
  if (object == nullptr) return schema.is_bool() ? schema : Json(JsonObject{});
  JsonObject out;
  for (const auto& [key, value] : *object) {
    const std::string_view word = key;
    if (word == "properties"sv && value.is_object()) {
      out[key] = bare_properties(value.get_object());
    } else if (one_of(word, kSchemas)) {
      out[key] = bare_schema(value);
    } else if (one_of(word, kListsOfSchemas) && value.is_array()) {
      out[key] = bare_schemas(value.get_array());
    } else if (one_of(word, kPlain) && is_short(value)) {
      out[key] = value;
    }
  }
  return out;
}

}  // namespace

JsonObject without_words(const JsonObject& tool) {
  JsonObject out;
  if (const Json* name = tool.if_contains("name")) out["name"] = *name;
  const Json* schema = tool.if_contains("inputSchema");
  out["inputSchema"] = schema != nullptr ? bare_schema(*schema) : Json(JsonObject{{"type", "object"}});
  return out;
}

}  // namespace mcpjury
