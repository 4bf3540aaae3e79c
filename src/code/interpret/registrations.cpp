// Calls that make a tool known, and what they say of it.
#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "code/interpret/interpreter.h"
#include "code/summary.h"

namespace mcpjury::interpret {
namespace {

constexpr std::size_t kMaxTools = 5'000;
constexpr std::size_t kMaxName = 256;

bool is_closure(Value value) { return value.is_object() && value.object->kind == Kind::kClosure; }

bool holds(Value value, std::string_view key) {
  return value.is_object() && value.object->slots.find(key) != nullptr;
}

bool is_annotations(Value value) {
  if (!value.is_object() || value.object->kind != Kind::kPlain || value.object->slots.all().empty())
    return false;
  for (const auto& [key, slot] : value.object->slots.all()) {
    if (key != "title" && !key.ends_with("Hint")) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> Interpreter::text_of(Value value) {
  if (value.is_string()) return *value.text;
  if (value.type == Type::kNumber) {
    const auto whole = static_cast<std::int64_t>(value.number);
    if (static_cast<double>(whole) == value.number) return std::to_string(whole);
    return std::nullopt;
  }
  if (value.type == Type::kBool) return value.number != 0 ? "true" : "false";
  return std::nullopt;
}

Json Interpreter::to_json(Value value, int depth) {
  ++steps_;
  if (depth > 40 || spent()) return nullptr;
  switch (value.type) {
    case Type::kBool:
      return value.number != 0;
    case Type::kNumber: {
      const auto whole = static_cast<std::int64_t>(value.number);
      if (static_cast<double>(whole) == value.number) return whole;
      return value.number;
    }
    case Type::kString:
      return Json(value.text->substr(0, kMaxCodeText));
    case Type::kObject:
      break;
    default:
      return nullptr;
  }
  Object* object = value.object;
  if (object->kind == Kind::kSchema) return object->schema;
  if (object->kind == Kind::kArray) {
    JsonArray items;
    for (const Value& item : object->items) {
      if (item.unknown()) continue;
      items.push_back(to_json(item, depth + 1));
    }
    return items;
  }
  if (object->kind != Kind::kPlain) return nullptr;
  JsonObject members;
  for (std::size_t i = 0; i < object->slots.all().size(); ++i) {
    const auto [key, slot] = object->slots.all()[i];
    Slot copy = slot;
    const Value member = read(copy, value);
    if (member.unknown() || member.type == Type::kUndefined || is_closure(member)) continue;
    Json json = to_json(member, depth + 1);
    if (json.is_null() && member.type != Type::kNull) continue;
    members[key] = std::move(json);
  }
  return members;
}

bool Interpreter::keep(FoundTool tool, std::string_view form, std::uint32_t line, const Module* file) {
  const std::string_view name = find_string(tool.definition, "name");
  if (name.empty() || name.size() > kMaxName || found_.tools.size() >= kMaxTools) return false;
  tool.form = std::string(form);
  tool.line = line;
  if (file != nullptr) tool.file = file->path;
  found_.tools.push_back(std::move(tool));
  return true;
}

void Interpreter::handler_into(FoundTool& tool, Value handler) {
  if (!is_closure(handler)) return;
  if (handler.object->function != nullptr) {
    tool.handler = handler.object->function->name;
    tool.handler_line = handler.object->function->line;
  }
  if (handler.object->file != nullptr) tool.handler_file = handler.object->file->path;
}

void Interpreter::config_into(FoundTool& tool, Value config) {
  if (!config.is_object()) return;
  const auto put = [&](std::string_view key, Value value) {
    if (const std::optional<std::string> words = value.is_string() ? text_of(value) : std::nullopt) {
      tool.definition[key] = words->substr(0, kMaxCodeText);
    }
  };
  put("title", get(config, "title"));
  put("description", get(config, "description"));
  const auto put_schema = [&](std::string_view key, std::initializer_list<std::string_view> members) {
    for (const std::string_view member : members) {
      if (!holds(config, member) && config.object->proto == nullptr) continue;
      const Value value = get(config, member);
      if (!value.is_object() || value.object->kind == Kind::kClosure) continue;
      Json schema = to_json(value);
      // A shape of zod members rather than a schema.
      const bool whole =
          value.object->kind == Kind::kSchema ||
          (schema.is_object() &&
           (schema.get_object().contains("type") || schema.get_object().contains("properties") ||
            schema.get_object().contains("$ref")) &&
           !(holds(value, "type") && get(value, "type").is_object()));
      if (!whole && value.object->kind == Kind::kPlain) schema = object_schema(value);
      if (schema.is_object()) tool.definition[key] = std::move(schema);
      return;
    }
  };
  put_schema("inputSchema", {"inputSchema", "parameters", "schema", "input_schema", "paramsSchema", "input"});
  put_schema("outputSchema", {"outputSchema", "output_schema"});
  if (Json annotations = to_json(get(config, "annotations")); annotations.is_object()) {
    tool.definition["annotations"] = std::move(annotations);
  }
}

bool Interpreter::registration(std::string_view method, Value receiver, const Arguments& given) {
  if (method == "setRequestHandler" || method == "setRequestHandlers") {
    if (given.values.size() < 2) return false;
    const Value result = call(given.at(1), Value::undefined(), {});
    list_result(result);
    return true;
  }
  const bool known = method == "tool" || method == "registerTool" || method == "addTool" ||
                     method == "addTools" || method == "registerTools" || method == "add_tool";
  if (!known || given.values.empty()) return false;
  // A class of the program itself that has such a method is run; what it does in the end is seen there.
  if (receiver.is_object() && receiver.object->kind != Kind::kExternal) {
    const std::optional<Value> own = find_member(receiver.object, method, receiver);
    if (own && is_closure(*own)) {
      const Object* home = own->object->proto;
      if (home == nullptr || home->klass == nullptr || !home->klass->sdk) return false;
    }
    if (receiver.object->kind == Kind::kArray || receiver.object->kind == Kind::kMap) return false;
  }
  const Value first = given.at(0);
  if (method == "add_tool" && (is_closure(first) || given.values.empty())) {
    python_tool(first, given, "add_tool");
    return true;
  }
  if (first.is_string()) {
    if (given.values.size() < 2) return false;
    register_named(method, given);
    return true;
  }
  if (first.is_object() && first.object->kind == Kind::kArray) {
    register_list(method, first);
    return true;
  }
  if (first.is_object() && first.object->kind == Kind::kPlain) {
    if (!get(first, "name").is_string() && !holds(first, "name")) return false;
    register_object(method, first, given.at(1));
    return true;
  }
  if (method != "registerTools" && given.values.size() >= 2) ++found_.unresolved;
  return method != "registerTools";
}

void Interpreter::register_named(std::string_view form, const Arguments& given) {
  FoundTool tool;
  const std::optional<std::string> name = given.at(0).is_string() ? text_of(given.at(0)) : std::nullopt;
  if (!name) {
    ++found_.unresolved;
    return;
  }
  tool.definition["name"] = *name;
  for (std::size_t i = 1; i < given.values.size(); ++i) {
    const Value value = given.values[i];
    if (value.is_string()) {
      tool.definition["description"] = value.text->substr(0, kMaxCodeText);
    } else if (is_closure(value)) {
      handler_into(tool, value);
    } else if (is_annotations(value)) {
      tool.definition["annotations"] = to_json(value);
    } else if (form == "tool" || (value.is_object() && value.object->kind == Kind::kSchema)) {
      if (!value.is_object() || value.object->kind == Kind::kExternal) continue;
      Json schema = to_json(value);
      const bool whole = value.object->kind == Kind::kSchema || holds(value, "properties");
      if (value.object->kind == Kind::kPlain && !whole) schema = object_schema(value);
      if (schema.is_object() && !tool.definition.contains("inputSchema")) {
        tool.definition["inputSchema"] = std::move(schema);
      }
    } else {
      config_into(tool, value);
    }
  }
  const Module* file = nullptr;
  std::uint32_t line = given.site != nullptr ? given.site->line : 0;
  // The place of the call is known by the frame that runs it.
  file = running_;
  keep(std::move(tool), form, line, file);
}

void Interpreter::register_object(std::string_view form, Value object, Value handler) {
  FoundTool tool;
  Value source = object;
  Value name = get(object, "name");
  if (name.unknown() || name.nothing()) {  // {tool: {name: …}, handler}, {definition: …}
    for (const std::string_view key : {"tool", "definition", "schema", "toolDefinition", "spec"}) {
      const Value inner = get(object, key);
      if (inner.is_object() && get(inner, "name").is_string()) {
        source = inner;
        name = get(inner, "name");
        break;
      }
    }
  }
  if (!name.is_string()) {
    ++found_.unresolved;
    return;
  }
  tool.definition["name"] = *name.text;
  config_into(tool, source);
  if (is_closure(handler)) handler_into(tool, handler);
  for (const std::string_view key : {"handler", "execute", "callback", "run"}) {
    if (tool.handler_line == 0) handler_into(tool, get(object, key));
  }
  const bool placed = source.object->line != 0 && source.object->file != nullptr;
  keep(std::move(tool), form, placed ? source.object->line : 0, placed ? source.object->file : running_);
}

void Interpreter::register_list(std::string_view form, Value list) {
  const std::optional<std::vector<Value>> items = iterate(list);
  if (!items) {
    ++found_.unresolved;
    return;
  }
  for (const Value& item : *items) {
    if (item.is_object() && item.object->kind == Kind::kPlain) {
      register_object(form, item, Value::undefined());
    } else if (item.unknown()) {
      ++found_.unresolved;
    }
  }
}

void Interpreter::list_result(Value result) {
  if (!result.is_object()) return;
  if (result.object->kind == Kind::kArray) {  // Python's list_tools returns the list itself
    register_list("tools/list", result);
    return;
  }
  if (!holds(result, "tools")) return;
  register_list("tools/list", list_values(get(result, "tools")));
}

void Interpreter::class_tool(Object* klass) {
  const Value made = construct(Value::of(klass), {});
  if (!made.is_object() || !get(made, "name").is_string()) return;
  FoundTool tool;
  tool.definition["name"] = *get(made, "name").text;
  const Value words = get(made, "description");
  if (words.is_string()) tool.definition["description"] = words.text->substr(0, kMaxCodeText);
  // {member: {type: z.string(), description: "…"}}
  const Value shape = get(made, "schema");
  if (shape.is_object() && shape.object->kind == Kind::kPlain) {
    Object* plain_shape = plain();
    for (const auto& [key, slot] : shape.object->slots.all()) {
      const Value type = get(slot.value, "type");
      if (!type.is_object() || type.object->kind != Kind::kSchema || !type.object->schema.is_object())
        continue;
      JsonObject json = type.object->schema.get_object();
      const Value member_words = get(slot.value, "description");
      if (member_words.is_string()) json["description"] = *member_words.text;
      plain_shape->slots.at(key).value = make_schema(std::move(json), type.object->optional);
    }
    tool.definition["inputSchema"] = object_schema(Value::of(plain_shape));
  } else if (shape.is_object() && shape.object->kind == Kind::kSchema) {
    tool.definition["inputSchema"] = shape.object->schema;
  }
  keep(std::move(tool), "MCPTool", klass->line, klass->file);
}

}  // namespace mcpjury::interpret
