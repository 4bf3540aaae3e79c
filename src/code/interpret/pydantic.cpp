// Python's ways to name a tool and its parameters: decorators, docstrings, type hints, pydantic models.
#include <algorithm>

#include "code/interpret/interpreter.h"
#include "code/summary.h"

namespace mcpjury::interpret {
namespace {

constexpr int kMaxTypeDepth = 12;

std::string_view name_of(const Node* node) {
  return node->op == Op::kName || node->op == Op::kMember ? std::string_view(node->text) : std::string_view();
}

bool says_mcp(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower.find("mcp") != std::string::npos;
}

}  // namespace

bool Interpreter::is_python_model(Object* klass, int depth) {
  if (klass->klass == nullptr || !klass->klass->python || depth > 8) return false;
  for (const Value& base : klass->items) {
    if (!base.is_object()) continue;
    if (base.object->kind == Kind::kExternal) {
      const std::string_view name = last_part(base.object->tag);
      if (name == "BaseModel" || name == "TypedDict" || name == "BaseSettings" || name == "SQLModel")
        return true;
    } else if (base.object != klass && is_python_model(base.object, depth + 1)) {
      return true;
    }
  }
  return false;
}

// Field(default, description=…, ge=…) beside a type.
void Interpreter::describe_field(JsonObject& schema, const Node* call, Env* env, bool* required) {
  if (call == nullptr) return;
  if (call->op == Op::kString) {
    schema["description"] = call->text.substr(0, kMaxCodeText);
    return;
  }
  if (call->op != Op::kCall || name_of(call->kids[0]) != "Field") return;
  const Arguments given = arguments(call, env);
  const auto put = [&](std::string_view from, std::string_view to) {
    const Json value = to_json(given.named_or(from, 99));
    if (!value.is_null()) schema[to] = value;
  };
  put("description", "description");
  put("title", "title");
  put("ge", "minimum");
  put("le", "maximum");
  put("gt", "exclusiveMinimum");
  put("lt", "exclusiveMaximum");
  put("min_length", "minLength");
  put("max_length", "maxLength");
  put("pattern", "pattern");
  for (const Node* kid : call->kids) {
    const bool named = kid->op == Op::kKeyword && (kid->text == "default" || kid->text == "default_factory");
    const bool first = call->kids.size() > 1 && kid == call->kids[1] && kid->op != Op::kKeyword;
    // Field(...) spells an ellipsis, which lowers to nothing known.
    if ((named || (first && kid->op != Op::kUnknown)) && required != nullptr) {
      *required = false;
      const Json value = to_json(eval(named ? kid->kids[0] : kid, env));
      if (!value.is_null()) schema["default"] = value;
    }
  }
}

Json Interpreter::schema_of_annotation(const Node* node, Env* env, int depth) {
  if (node == nullptr || depth > kMaxTypeDepth || spent()) return JsonObject();
  ++steps_;
  if (node->op == Op::kNull) return typed("null");
  if (node->op == Op::kTuple) {
    JsonArray parts;
    for (const Node* kid : node->kids) parts.push_back(schema_of_annotation(kid, env, depth + 1));
    return JsonObject{{"anyOf", std::move(parts)}};
  }
  if (node->op == Op::kSubscript) return schema_of_generic(node, env, depth);
  const std::string_view name = node->op == Op::kString ? std::string_view(node->text) : name_of(node);
  if (name == "str") return typed("string");
  if (name == "int") return typed("integer");
  if (name == "float") return typed("number");
  if (name == "bool") return typed("boolean");
  if (name == "dict" || name == "Dict") return typed("object");
  if (name == "list" || name == "List" || name == "tuple" || name == "set") return typed("array");
  if (name == "datetime") return JsonObject{{"type", "string"}, {"format", "date-time"}};
  if (node->op != Op::kName && node->op != Op::kMember) return JsonObject();
  const Value value = eval(node, env);
  if (!value.is_object() || value.object->kind != Kind::kClass || value.object->klass == nullptr)
    return JsonObject();
  if (is_python_model(value.object)) return schema_of_class(value.object, depth + 1);
  for (const Value& base : value.object->items) {
    if (!base.is_object() || base.object->kind != Kind::kExternal) continue;
    const std::string_view parent = last_part(base.object->tag);
    if (parent != "Enum" && parent != "StrEnum" && parent != "IntEnum") continue;
    JsonArray values;
    for (const auto& [key, slot] : value.object->slots.all()) {
      if (slot.value.is_string() || slot.value.type == Type::kNumber) values.push_back(to_json(slot.value));
    }
    return JsonObject{{"enum", std::move(values)}};
  }
  return JsonObject();
}

Json Interpreter::schema_of_generic(const Node* node, Env* env, int depth) {
  const std::string_view name = name_of(node->kids[0]);
  const auto inner = [&](std::size_t i) {
    return schema_of_annotation(i < node->kids.size() ? node->kids[i] : nullptr, env, depth + 1);
  };
  if (name == "Optional") {
    return JsonObject{{"anyOf", JsonArray{inner(1), typed("null")}}};
  }
  if (name == "Union") {
    JsonArray parts;
    for (std::size_t i = 1; i < node->kids.size(); ++i) parts.push_back(inner(i));
    return JsonObject{{"anyOf", std::move(parts)}};
  }
  if (name == "list" || name == "List" || name == "Sequence" || name == "set" || name == "Set") {
    return JsonObject{{"type", "array"}, {"items", inner(1)}};
  }
  if (name == "dict" || name == "Dict" || name == "Mapping") {
    return JsonObject{{"type", "object"}, {"additionalProperties", inner(2)}};
  }
  if (name == "Literal") {
    JsonArray values;
    for (std::size_t i = 1; i < node->kids.size(); ++i) {
      const Json value = to_json(eval(node->kids[i], env));
      if (!value.is_null()) values.push_back(value);
    }
    return JsonObject{{"enum", std::move(values)}};
  }
  if (name == "Annotated") {
    Json schema = inner(1);
    for (std::size_t i = 2; i < node->kids.size() && schema.is_object(); ++i) {
      describe_field(schema.get_object(), node->kids[i], env, nullptr);
    }
    return schema;
  }
  return JsonObject();
}

JsonObject Interpreter::schema_of_class(Object* klass, int depth) {
  JsonObject schema = typed("object"), properties;
  JsonArray required;
  if (klass->klass == nullptr || depth > kMaxTypeDepth) return schema;
  for (const Value& base : klass->items) {  // fields of the bases first
    if (!base.is_object() || base.object == klass || base.object->kind != Kind::kClass) continue;
    const JsonObject inherited = schema_of_class(base.object, depth + 1);
    if (const JsonObject* more = find_object(inherited, "properties")) properties = *more;
    if (const JsonArray* more = find_array(inherited, "required")) required = *more;
  }
  for (const ClassMember& member : klass->klass->members) {
    if (member.function != nullptr || member.annotation == nullptr || member.name == "model_config") continue;
    Json field = schema_of_annotation(member.annotation, klass->env, depth + 1);
    if (!field.is_object()) field = JsonObject();
    bool needed = member.value == nullptr;
    if (member.value != nullptr) {
      const bool described = member.value->op == Op::kCall && name_of(member.value->kids[0]) == "Field";
      if (described) {
        needed = true;
        describe_field(field.get_object(), member.value, klass->env, &needed);
      } else {
        const Json value = to_json(eval(member.value, klass->env));
        if (!value.is_null()) field.get_object()["default"] = value;
      }
    }
    properties[member.name] = std::move(field);
    if (needed) required.emplace_back(member.name);
  }
  if (!klass->klass->doc.empty()) schema["description"] = klass->klass->doc.substr(0, kMaxCodeText);
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

JsonObject Interpreter::schema_of_parameters(const FunctionCode& code, Env* env) {
  JsonObject schema = typed("object"), properties;
  JsonArray required;
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const Parameter& parameter = code.parameters[i];
    if (parameter.variadic || parameter.name.empty()) continue;
    if (i == 0 && (parameter.name == "self" || parameter.name == "cls")) continue;
    // The session's context is given by the library, not by the caller.
    const Node* base = parameter.annotation;
    if (base != nullptr && base->op == Op::kSubscript) base = base->kids[0];
    if (base != nullptr && name_of(base).find("Context") != std::string_view::npos) continue;
    if (parameter.name == "ctx" && base == nullptr) continue;
    Json field = schema_of_annotation(parameter.annotation, env);
    if (!field.is_object()) field = JsonObject();
    bool needed = parameter.fallback == nullptr;
    if (parameter.fallback != nullptr) {
      const bool described =
          parameter.fallback->op == Op::kCall && name_of(parameter.fallback->kids[0]) == "Field";
      if (described) {
        needed = true;
        describe_field(field.get_object(), parameter.fallback, env, &needed);
      } else {
        const Value value = eval(parameter.fallback, env);
        if (!value.unknown()) field.get_object()["default"] = to_json(value);
      }
    }
    properties[parameter.name] = std::move(field);
    if (needed) required.emplace_back(parameter.name);
  }
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

void Interpreter::python_tool(Value function, const Arguments& given, std::string_view form) {
  if (!function.is_object() || function.object->kind != Kind::kClosure ||
      function.object->function == nullptr) {
    ++found_.unresolved;
    return;
  }
  const FunctionCode& code = *function.object->function;
  const bool added = form == "add_tool";
  const Value name = given.named_or("name", added ? 1 : 0);
  FoundTool tool;
  if (name.is_string()) {
    tool.definition["name"] = *name.text;
  } else if (name.unknown() && !given.named.empty() &&
             std::any_of(given.named.begin(), given.named.end(),
                         [](const auto& one) { return one.first == "name"; })) {
    ++found_.unresolved;
    return;
  } else {
    tool.definition["name"] = code.name;
  }
  const auto put = [&](std::string_view key, Value value) {
    if (value.is_string()) tool.definition[key] = value.text->substr(0, kMaxCodeText);
  };
  put("title", given.named_or("title", 99));
  if (!code.doc.empty()) tool.definition["description"] = code.doc.substr(0, kMaxCodeText);
  put("description", given.named_or("description", added ? 2 : 99));
  tool.definition["inputSchema"] = schema_of_parameters(code, function.object->env);
  if (Json annotations = to_json(given.named_or("annotations", 99)); annotations.is_object()) {
    tool.definition["annotations"] = std::move(annotations);
  }
  handler_into(tool, function);
  keep(std::move(tool), form, code.line, function.object->file);
}

// Looks at the decorator as it is written: "@x.tool" and "@x.tool(…)" where x is an MCP server,
// "@x.list_tools()", and "@Tool({…})" of TypeScript.
bool Interpreter::python_registration(const Node* decorator, Value function, Env* env) {
  const bool called = decorator->op == Op::kCall;
  const Node* target = called ? decorator->kids[0] : decorator;
  if (target->op == Op::kName && target->text == "Tool" && called && !env->module->python) {
    const Arguments given = arguments(decorator, env);
    if (get(given.at(0), "name").is_string()) register_object("@Tool", given.at(0), function);
    return true;
  }
  if (target->op != Op::kMember || (target->text != "tool" && target->text != "list_tools")) return false;
  const Node* owner = target->kids[0];
  const Value receiver = eval(owner, env);
  if (receiver.is_object() && receiver.object->kind != Kind::kExternal) {
    const std::optional<Value> own = find_member(receiver.object, target->text, receiver);
    if (own && own->is_object() && own->object->kind == Kind::kClosure) return false;
  }
  if (target->text == "list_tools") {
    const Arguments none;
    list_result(call(function, Value::undefined(), none));
    return true;
  }
  // Other libraries have agents with tools; only what is or calls itself an MCP server counts.
  const bool known = receiver.is_object() && receiver.object->kind == Kind::kExternal &&
                     receiver.object->tag.starts_with("new.");
  const std::string_view owner_name = name_of(owner);
  const bool is_server = known ? says_mcp(receiver.object->tag)
                               : says_mcp(owner_name) || owner_name == "server" || owner_name == "app";
  if (!is_server) return false;
  Arguments given;
  if (called) given = arguments(decorator, env);
  python_tool(function, given, "@mcp.tool");
  return true;
}

}  // namespace mcpjury::interpret
