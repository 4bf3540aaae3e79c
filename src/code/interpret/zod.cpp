// Schema builders as values: zod and TypeBox calls become JSON Schema.
#include <algorithm>
#include <utility>

#include "base/one_of.h"
#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

Json number_of(double number) {
  if (number == static_cast<double>(static_cast<std::int64_t>(number)))
    return static_cast<std::int64_t>(number);
  return number;
}

}  // namespace

bool Interpreter::is_zod(const Node* node, Value value) {
  if (value.is_object()) {
    Object* object = value.object;
    if (object->kind == Kind::kExternal) {
      if (object->tag.starts_with("zod") || object->tag == "new.zod") return true;
      if (object->tag.ends_with(".z") || object->tag.ends_with(".zod")) return true;
    } else if (object->kind == Kind::kSchema || object->kind == Kind::kArray) {
      return false;
    } else if (object->slots.find("discriminatedUnion") != nullptr &&
               object->slots.find("object") != nullptr) {
      return true;
    }
  }
  if (node->op == Op::kMember && node->text == "coerce") return is_zod(node->kids[0], {});
  if (node->op == Op::kMember && (node->text == "z" || node->text == "external_exports")) return true;
  if (node->op != Op::kName) return false;
  if (node->text == "z" || node->text == "zod") return true;
  return node->text.starts_with("external_exports") || node->text.starts_with("zod_") ||
         (node->text.size() == 2 && node->text[0] == 'z' && node->text[1] >= '0' && node->text[1] <= '9');
}

Value Interpreter::make_schema(JsonObject json, bool optional) {
  Object* schema = heap_.object(Kind::kSchema);
  if (schema->kind != Kind::kSchema) return {};
  schema->schema = std::move(json);
  schema->optional = optional;
  return Value::of(schema);
}

// The JSON Schema of a member: {} when it is not known, which allows everything and claims nothing.
Json Interpreter::schema_of(Value value) {
  if (value.is_object() && value.object->kind == Kind::kSchema) return value.object->schema;
  if (value.is_object() && value.object->kind == Kind::kPlain) {
    Json json = to_json(value);
    if (json.is_object() && (json.get_object().contains("type") || json.get_object().contains("anyOf"))) {
      return json;
    }
  }
  return JsonObject();
}

JsonObject Interpreter::object_schema(Value shape) {
  JsonObject schema = typed("object"), properties;
  JsonArray required;
  if (shape.is_object()) {
    for (std::size_t i = 0; i < shape.object->slots.all().size(); ++i) {
      const auto [key, slot] = shape.object->slots.all()[i];
      Slot copy = slot;
      const Value member = read(copy, shape);
      if (member.is_object() && member.object->kind == Kind::kClosure) continue;
      properties[key] = schema_of(member);
      const bool optional =
          member.is_object() && member.object->kind == Kind::kSchema && member.object->optional;
      if (!optional && !member.unknown()) required.emplace_back(key);
    }
  }
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

std::optional<Value> Interpreter::zod_make(std::string_view kind, const Arguments& given) {
  const Value first = given.at(0);
  const auto with_format = [&](std::string_view format) {
    JsonObject schema = typed("string");
    schema["format"] = format;
    return make_schema(std::move(schema));
  };
  if (one_of(kind, {"object", "strictObject", "looseObject"})) return make_schema(object_schema(first));
  if (kind == "string") return make_schema(typed("string"));
  if (one_of(kind, {"email", "uuid", "guid"})) return with_format(kind == "guid" ? "uuid" : kind);
  if (kind == "url") return with_format("uri");
  if (kind == "date") return with_format("date-time");
  if (kind == "number" || kind == "float64") return make_schema(typed("number"));
  if (one_of(kind, {"int", "bigint", "int32"})) return make_schema(typed("integer"));
  if (kind == "boolean" || kind == "stringbool") return make_schema(typed("boolean"));
  if (kind == "null") return make_schema(typed("null"));
  if (one_of(kind, {"any", "unknown", "custom", "json"}))
    return make_schema({}, kind != "custom" && kind != "json");
  if (kind == "undefined" || kind == "void" || kind == "never") return make_schema({}, true);
  if (kind == "array" || kind == "set") {
    JsonObject schema = typed("array");
    schema["items"] = schema_of(first);
    return make_schema(std::move(schema));
  }
  if (kind == "tuple") {
    JsonObject schema = typed("array");
    JsonArray items;
    if (const std::optional<std::vector<Value>> parts = iterate(first)) {
      for (const Value& part : *parts) items.push_back(schema_of(part));
    }
    schema["prefixItems"] = std::move(items);
    return make_schema(std::move(schema));
  }
  if (kind == "record" || kind == "map" || kind == "partialRecord") {
    JsonObject schema = typed("object");
    schema["additionalProperties"] = schema_of(given.values.size() > 1 ? given.at(1) : first);
    return make_schema(std::move(schema));
  }
  if (kind == "enum" || kind == "nativeEnum") {
    JsonObject schema;
    JsonArray values;
    bool text_only = true;
    if (const std::optional<std::vector<Value>> items = iterate(list_values(first))) {
      for (const Value& item : *items) {
        if (item.unknown()) continue;
        text_only = text_only && item.is_string();
        values.push_back(to_json(item));
      }
    }
    if (text_only) schema["type"] = "string";
    if (!values.empty()) schema["enum"] = std::move(values);
    return make_schema(std::move(schema));
  }
  if (kind == "literal") {
    JsonObject schema;
    if (!first.unknown()) schema["const"] = to_json(first);
    if (first.is_string()) schema["type"] = "string";
    return make_schema(std::move(schema));
  }
  if (one_of(kind, {"union", "discriminatedUnion", "intersection"})) {
    JsonObject schema;
    JsonArray parts;
    const Value list = kind == "discriminatedUnion" ? given.at(1)
                       : kind == "intersection"     ? array({first, given.at(1)})
                                                    : first;
    if (const std::optional<std::vector<Value>> items = iterate(list)) {
      for (const Value& item : *items) parts.push_back(schema_of(item));
    }
    schema[kind == "intersection" ? "allOf" : "anyOf"] = std::move(parts);
    return make_schema(std::move(schema));
  }
  if (kind == "optional")
    return make_schema(schema_of(first).is_object() ? schema_of(first).get_object() : JsonObject(), true);
  if (one_of(kind, {"preprocess", "lazy", "pipeline"})) {
    const Value inner = kind == "lazy" ? call(first, Value::undefined(), {}) : given.at(1);
    const Json schema = schema_of(inner);
    return make_schema(schema.is_object() ? schema.get_object() : JsonObject());
  }
  if (kind == "toJSONSchema") return first.is_object() ? first : Value{};
  return std::nullopt;
}

std::optional<Value> Interpreter::typebox_make(std::string_view kind, const Arguments& given) {
  const auto with = [&](JsonObject schema, std::size_t options) {
    const Json more = to_json(given.at(options));
    if (more.is_object()) {
      for (const auto& member : more.get_object()) schema[member.key()] = member.value();
    }
    return make_schema(std::move(schema));
  };
  if (kind == "Object") return with(object_schema(given.at(0)), 1);
  if (kind == "String") return with(typed("string"), 0);
  if (kind == "Number") return with(typed("number"), 0);
  if (kind == "Integer") return with(typed("integer"), 0);
  if (kind == "Boolean") return with(typed("boolean"), 0);
  if (kind == "Any" || kind == "Unknown") return with({}, 0);
  if (kind == "Array") {
    JsonObject schema = typed("array");
    schema["items"] = schema_of(given.at(0));
    return with(std::move(schema), 1);
  }
  if (kind == "Literal") {
    JsonObject schema;
    schema["const"] = to_json(given.at(0));
    return with(std::move(schema), 1);
  }
  if (kind == "Union") {
    JsonObject schema;
    JsonArray parts;
    if (const std::optional<std::vector<Value>> items = iterate(given.at(0))) {
      for (const Value& item : *items) parts.push_back(schema_of(item));
    }
    schema["anyOf"] = std::move(parts);
    return with(std::move(schema), 1);
  }
  if (kind == "Optional") {
    const Json schema = schema_of(given.at(0));
    return make_schema(schema.is_object() ? schema.get_object() : JsonObject(), true);
  }
  return std::nullopt;
}

std::optional<Value> Interpreter::schema_member(Object* schema, std::string_view name) {
  const JsonObject* json = schema->schema.if_object();
  if (json == nullptr) return std::nullopt;
  if (name == "shape") {
    Object* shape = plain();
    const JsonArray* required = find_array(*json, "required");
    if (const JsonObject* properties = find_object(*json, "properties")) {
      for (const auto& member : *properties) {
        if (!member.value().is_object()) continue;
        const bool needed = required != nullptr && std::find(required->begin(), required->end(),
                                                             Json(member.key())) != required->end();
        shape->slots.at(member.key()).value = make_schema(member.value().get_object(), !needed);
      }
    }
    return Value::of(shape);
  }
  if (name == "enum" || name == "options") {
    const JsonArray* values = find_array(*json, "enum");
    if (values == nullptr) return std::nullopt;
    std::vector<Value> items;
    Object* table = plain();
    for (const Json& value : *values) {
      if (!value.is_string()) continue;
      items.push_back(text(std::string(view(value.get_string()))));
      table->slots.at(view(value.get_string())).value = items.back();
    }
    return name == "options" ? array(std::move(items)) : Value::of(table);
  }
  if (name == "value" && find_string(*json, "const").size() > 0)
    return text(std::string(find_string(*json, "const")));
  if (name == "description" && !find_string(*json, "description").empty()) {
    return text(std::string(find_string(*json, "description")));
  }
  // A finished JSON Schema is read like an object.
  if (const Json* member = find(*json, name)) {
    if (member->is_object()) return make_schema(member->get_object());
    if (member->is_string()) return text(std::string(view(member->get_string())));
  }
  return std::nullopt;
}

std::optional<Value> Interpreter::schema_method(Object* schema, std::string_view name,
                                                const Arguments& given) {
  if (!schema->schema.is_object()) return std::nullopt;
  JsonObject json = schema->schema.get_object();
  const Value first = given.at(0);
  const bool text_like = find_string(json, "type") == "string",
             list_like = find_string(json, "type") == "array";
  const auto changed = [&] { return make_schema(json, schema->optional); };
  if (name == "describe") {
    if (const std::optional<std::string> words = text_of(first)) json["description"] = *words;
    return changed();
  }
  if (name == "meta") {
    const std::optional<std::string> words = text_of(get(first, "description"));
    if (words) json["description"] = *words;
    return changed();
  }
  if (name == "optional" || name == "nullish") return make_schema(std::move(json), true);
  if (name == "default" || name == "prefault" || name == "catch") {
    Json value = to_json(first);
    if (!value.is_null() && name != "catch") json["default"] = std::move(value);
    return make_schema(std::move(json), true);
  }
  if (name == "min" || name == "max" || name == "gte" || name == "lte" || name == "gt" || name == "lt") {
    if (first.type != Type::kNumber) return changed();
    const bool low = name == "min" || name[0] == 'g';
    std::string key = low ? "minimum" : "maximum";
    if (text_like) key = low ? "minLength" : "maxLength";
    if (list_like) key = low ? "minItems" : "maxItems";
    if (name == "gt" || name == "lt") key = low ? "exclusiveMinimum" : "exclusiveMaximum";
    json[key] = number_of(first.number);
    return changed();
  }
  if (name == "int") {
    json["type"] = "integer";
    return changed();
  }
  if (name == "positive") {
    json["exclusiveMinimum"] = 0;
    return changed();
  }
  if (name == "nonnegative") {
    json["minimum"] = 0;
    return changed();
  }
  if (one_of(name, {"url", "email", "uuid", "datetime", "date", "time"}) && text_like) {
    json["format"] = name == "url" ? "uri" : name == "datetime" ? "date-time" : name;
    return changed();
  }
  if (name == "array") {
    JsonObject list = typed("array");
    list["items"] = std::move(json);
    return make_schema(std::move(list));
  }
  if (name == "nonempty") {
    json[text_like ? "minLength" : "minItems"] = 1;
    return changed();
  }
  if (name == "or" || name == "and") {
    JsonObject both;
    both[name == "or" ? "anyOf" : "allOf"] = JsonArray{json, schema_of(first)};
    return make_schema(std::move(both));
  }
  if (name == "extend" || name == "merge" || name == "safeExtend" || name == "augment") {
    const bool merged = first.is_object() && first.object->kind == Kind::kSchema;
    JsonObject more =
        merged && first.object->schema.is_object() ? first.object->schema.get_object() : object_schema(first);
    JsonObject properties;
    JsonArray required;
    if (const JsonObject* old = find_object(json, "properties")) properties = *old;
    if (const JsonArray* old = find_array(json, "required")) required = *old;
    if (const JsonObject* added = find_object(more, "properties")) {
      for (const auto& member : *added) {
        properties[member.key()] = member.value();
        const auto at = std::find(required.begin(), required.end(), Json(member.key()));
        if (at != required.end()) required.erase(at);
      }
    }
    if (const JsonArray* added = find_array(more, "required")) {
      required.insert(required.end(), added->begin(), added->end());
    }
    json["properties"] = std::move(properties);
    if (!required.empty()) json["required"] = std::move(required);
    return make_schema(std::move(json));
  }
  if (name == "partial" || name == "deepPartial") {
    json.erase("required");
    return make_schema(std::move(json));
  }
  if (name == "pick" || name == "omit") {
    JsonObject properties;
    JsonArray required;
    const auto kept = [&](std::string_view key) {
      const bool named = first.is_object() && first.object->slots.find(key) != nullptr;
      return named == (name == "pick");
    };
    if (const JsonObject* old = find_object(json, "properties")) {
      for (const auto& member : *old) {
        if (kept(member.key())) properties[member.key()] = member.value();
      }
    }
    if (const JsonArray* old = find_array(json, "required")) {
      for (const Json& key : *old) {
        if (key.is_string() && kept(view(key.get_string()))) required.push_back(key);
      }
    }
    json["properties"] = std::move(properties);
    json.erase("required");
    if (!required.empty()) json["required"] = std::move(required);
    return make_schema(std::move(json));
  }
  if (name == "strict" || name == "passthrough") {
    if (name == "strict") json["additionalProperties"] = false;
    return changed();
  }
  if (name == "nullable") {
    JsonObject both;
    if (const Json* words = find(json, "description")) both["description"] = *words;
    both["anyOf"] = JsonArray{json, typed("null")};
    return make_schema(std::move(both), schema->optional);
  }
  if (name == "toJSONSchema" || name == "unwrap") return changed();
  if (one_of(name, {"parse", "safeParse", "parseAsync", "safeParseAsync", "_parse"})) return Value{};
  // refine, transform, brand, trim, regex …: what is allowed gets narrower; the shape stays.
  return changed();
}

}  // namespace mcpjury::interpret
