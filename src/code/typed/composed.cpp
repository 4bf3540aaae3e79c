// Maps and lists that are built by calls: Map.of, mapOf, buildJsonObject.
#include <utility>

#include "code/typed/literals.h"
#include "code/typed/values.h"

namespace mcpjury {
namespace {

std::string key_text(const Json& value) {
  return value.is_string() ? std::string(view(value.as_string())) : std::string();
}

void put(JsonObject& object, const Json& key, Json value) {
  if (key.is_string() && !value.is_null()) object[view(key.as_string())] = std::move(value);
}

}  // namespace

Json Values::read_arguments_map(const Call& call, int depth) const {
  std::string_view name = call.name;
  std::string receiver(file_.text_of(call.receiver).substr(0, 40));
  if ((name == "of" && (receiver == "List" || receiver == "Set")) || name == "asList" || name == "listOf" ||
      name == "setOf" || name == "arrayOf") {
    JsonArray list;
    for (TSNode argument : call.arguments) {
      Json value = read(argument, depth + 1).value;
      if (!value.is_null()) list.push_back(std::move(value));
    }
    return list;
  }
  if (name == "of" && receiver == "Map") {
    JsonObject object;
    for (std::size_t at = 0; at + 1 < call.arguments.size(); at += 2) {
      put(object, read(call.arguments[at], depth + 1).value, read(call.arguments[at + 1], depth + 1).value);
    }
    return object;
  }
  if (name == "ofEntries" || name == "mapOf") {
    JsonObject object;
    for (TSNode argument : call.arguments) {
      Call entry;
      std::vector<TSNode> parts = children(argument);
      if (is_type(argument, "infix_expression") && parts.size() == 3 && file_.text_of(parts[1]) == "to") {
        put(object, read(parts[0], depth + 1).value, read(parts[2], depth + 1).value);
      } else if (read_call(file_, argument, entry) && entry.name == "entry" && entry.arguments.size() == 2) {
        put(object, read(entry.arguments[0], depth + 1).value, read(entry.arguments[1], depth + 1).value);
      }
    }
    return object;
  }
  if (name == "buildJsonObject" && !call.arguments.empty())
    return read_lambda_object(call.arguments.back(), depth + 1);
  // Tool.Input(properties = …, required = …), ToolSchema(…), new JsonSchema("object", properties, required,
  // …).
  bool java_schema = call.is_new && name == "JsonSchema";
  if (name == "Input" || name == "Output" || name == "ToolSchema" || java_schema) {
    JsonObject schema{{"type", "object"}};
    std::size_t first = java_schema ? 1 : 0;
    Json properties = read(mcpjury::argument(call, "properties", first), depth + 1).value;
    Json required = read(mcpjury::argument(call, "required", first + 1), depth + 1).value;
    schema["properties"] = properties.is_object() ? std::move(properties) : Json(JsonObject());
    if (required.is_array()) schema["required"] = std::move(required);
    return schema;
  }
  return nullptr;
}

// { put("type", "string"); putJsonObject("items") { … }; putJsonArray("enum") { add("a") } }
Json Values::read_lambda_object(TSNode lambda, int depth) const {
  if (depth > kMaxExpressionDepth || ++evaluations_ > kMaxEvaluations) return nullptr;
  if (is_type(lambda, "annotated_lambda")) lambda = child_of_type(lambda, "lambda_literal");
  JsonObject object;
  std::vector<TSNode> statements = children(lambda);
  if (statements.size() == 1 && is_type(statements[0], "statements")) statements = children(statements[0]);
  for (TSNode statement : statements) {
    Call call;
    if (!read_call(file_, statement, call) || call.arguments.size() < 2) continue;
    std::string key = key_text(read(call.arguments[0], depth + 1).value);
    if (key.empty()) continue;
    if (call.name == "putJsonObject") {
      object[key] = read_lambda_object(call.arguments.back(), depth + 1);
    } else if (call.name == "putJsonArray") {
      JsonArray list;
      walk(
          call.arguments.back(),
          [&](TSNode node) {
            Call add;
            if (read_call(file_, node, add) && add.name == "add" && add.arguments.size() == 1) {
              Json value = read(add.arguments[0], depth + 1).value;
              if (!value.is_null()) list.push_back(std::move(value));
            }
            return true;
          },
          5'000);
      object[key] = std::move(list);
    } else if (call.name == "put") {
      Json value = read(call.arguments[1], depth + 1).value;
      if (!value.is_null()) object[key] = std::move(value);
    }
  }
  return object;
}

}  // namespace mcpjury
