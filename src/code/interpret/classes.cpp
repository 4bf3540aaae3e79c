// Classes: what they hold, and making instances of them.
#include <algorithm>
#include <utility>

#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
// `items` of a class are its bases.
Value Interpreter::make_class(const Node* node, Env* env) {
  const ClassCode* code = node->klass;
  Object* klass = heap_.object(Kind::kClass);
  klass->klass = code;
  klass->env = env;
  klass->line = code->line;
  klass->file = env->module;
  for (const Node* base : code->bases) klass->items.push_back(eval(base, env));
  if (!code->name.empty() && !code->python) {
    // Inside, the class knows itself by its name even when it is bound to another one.
    klass->env = heap_.env(env);
    klass->env->slots.at(code->name).value = Value::of(klass);
  }
  Env* inside = heap_.env(klass->env);
  inside->self = Value::of(klass);
  for (const ClassMember& member : code->members) {
    if (member.function != nullptr) {
      const Value method = make_closure(member.function, code->python ? env : klass->env);
      method.object->proto = klass;
      if (member.is_static && !member.getter) klass->slots.at(member.name).value = method;
      for (const Node* decorator : member.decorators) {
        python_registration(decorator, method, env);
      }
    } else if (member.is_static || code->python) {
      const Value value = eval(member.value, inside);
      klass->slots.at(member.name).value = value;
      if (code->python) inside->slots.at(member.name).value = value;
    }
  }
  for (const Value& base : klass->items) {
    if (base.is_object() && base.object->kind == Kind::kExternal &&
        last_part(base.object->tag) == "MCPTool" && tool_classes_.size() < 2'000) {
      tool_classes_.push_back(klass);
    }
  }
  return Value::of(klass);
}

Value Interpreter::eval_new(const Node* node, Env* env) {
  const Node* target = node->kids[0];
  const Value klass = eval(target, env);
  const Arguments given = arguments(node, env);
  if (klass.is_object() && klass.object->kind == Kind::kExternal) {
    const std::string_view name = last_part(klass.object->tag);
    if (name == "Map" || name == "WeakMap" || name == "Set") {
      Object* map = heap_.object(name == "Set" ? Kind::kArray : Kind::kMap);
      if (name == "Set") {
        if (!given.values.empty() && !given.at(0).nothing()) spread_into(map, given.at(0));
      } else if (const std::optional<std::vector<Value>> entries = iterate(given.at(0))) {
        for (const Value& entry : *entries) {
          const std::optional<std::string> key = text_of(get(entry, "0"));
          if (key) map->slots.at(*key).value = get(entry, "1");
        }
      }
      return Value::of(map);
    }
    if (name == "Promise" && given.at(0).is_object()) {
      call(given.at(0), Value::undefined(), {});
      return {};
    }
    Object* made = heap_.object(Kind::kExternal);
    made->tag = "new." + std::string(name);
    made->line = node->line;
    call_functions_in(given);
    if (const Value options = given.at(0); options.is_object() && options.object->kind == Kind::kPlain) {
      spread_object(made, options);
    }
    return Value::of(made);
  }
  return construct(klass, given);
}

Value Interpreter::construct(Value klass, const Arguments& given) {
  if (!klass.is_object() || calls_ >= kMaxCalls || spent()) {
    call_functions_in(given);
    return {};
  }
  Object* object = klass.object;
  if (object->kind == Kind::kClosure) {  // function X() { this.a = … }; X.prototype.m = …
    Object* made = plain();
    const Value prototype = get(klass, "prototype");
    made->proto = prototype.is_object() ? prototype.object : nullptr;
    const Value result = call_closure(object, Value::of(made), given);
    return result.is_object() ? result : Value::of(made);
  }
  if (object->kind != Kind::kClass) return {};
  if (object->klass != nullptr && object->klass->sdk) return external("new.McpServer");
  if (++object->calls > kMaxCallsOfOne) return {};
  Object* made = plain();
  made->proto = object;
  made->file = object->file;
  made->line = object->line;
  if (object->klass != nullptr && object->klass->python && is_python_model(object)) {
    for (const auto& [key, value] : given.named) made->slots.at(key).value = value;
    return Value::of(made);
  }
  ++calls_;
  initialise(object, Value::of(made), given);
  --calls_;
  return Value::of(made);
}

// Fields and constructor of one class; a class without a constructor hands everything to its base.
void Interpreter::initialise(Object* klass, Value self, const Arguments& given) {
  if (klass->klass == nullptr || calls_ >= kMaxCalls || spent()) return;
  const ClassCode& code = *klass->klass;
  const std::string_view name = code.python ? "__init__" : "constructor";
  const auto found = std::find_if(code.members.begin(), code.members.end(), [&](const ClassMember& member) {
    return member.function != nullptr && member.name == name && !member.is_static;
  });
  const auto fields = [&] {
    if (code.python) return;
    Env* env = heap_.env(klass->env);
    env->self = self;
    env->home = klass;
    for (const ClassMember& member : code.members) {
      if (member.function != nullptr || member.is_static) continue;
      const Value value = eval(member.value, env);
      std::optional<std::string> key = member.name;
      if (member.key != nullptr) key = text_of(eval(member.key, env));
      if (key) set(self, *key, value);
    }
  };
  if (found == code.members.end()) {
    ++calls_;
    for (const Value& base : klass->items) {
      if (base.is_object() && base.object->kind == Kind::kClass) initialise(base.object, self, given);
    }
    --calls_;
    fields();
    return;
  }
  // With a base, JavaScript runs the fields when super() returns; running them first differs only for code
  // that reads a field before it is set.
  fields();
  const Value constructor = make_closure(found->function, klass->env);
  constructor.object->proto = klass;
  call_closure(constructor.object, self, given);
}

Value Interpreter::super_call(const Node* node, Env* env) {
  const Arguments given = arguments(node, env);
  if (env->home == nullptr) return {};
  for (const Value& base : env->home->items) {
    if (base.is_object() && base.object->kind == Kind::kClass) {
      ++calls_;
      initialise(base.object, env->self, given);
      --calls_;
    }
  }
  return env->self;
}

}  // namespace mcpjury::interpret
