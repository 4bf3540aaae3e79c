#include <algorithm>
#include <utility>

#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

bool says_server(std::string_view name) {
  return name.find("MCP") != std::string_view::npos || name.find("Mcp") != std::string_view::npos ||
         name == "Server";
}

bool is_function(Value value) {
  return value.is_object() && (value.object->kind == Kind::kClosure || value.object->kind == Kind::kMethod);
}

}  // namespace

Value Arguments::named_or(std::string_view name, std::size_t index) const {
  for (const auto& [key, value] : named) {
    if (key == name) return value;
  }
  return at(index);
}

Arguments Interpreter::arguments(const Node* node, Env* env) {
  Arguments result;
  result.site = node;
  for (std::size_t i = 1; i < node->kids.size(); ++i) {
    const Node* kid = node->kids[i];
    if (kid->op == Op::kSpread) {
      const Value value = eval(kid->kids[0], env);
      if (kid->text == "**") {
        if (!value.is_object()) continue;
        for (const auto& [key, slot] : value.object->slots.all()) result.named.emplace_back(key, slot.value);
        continue;
      }
      const std::optional<std::vector<Value>> items = iterate(value);
      if (!items) break;  // positions after it are not known
      result.values.insert(result.values.end(), items->begin(), items->end());
    } else if (kid->op == Op::kKeyword) {
      result.named.emplace_back(kid->text, eval(kid->kids[0], env));
    } else {
      result.values.push_back(eval(kid, env));
    }
  }
  return result;
}

Value Interpreter::eval_call(const Node* node, Env* env) {
  const Node* target = node->kids[0];
  if (target->op == Op::kSequence && !target->kids.empty()) target = target->kids.back();  // (0, x.f)(…)
  if (target->op == Op::kSuper) return super_call(node, env);
  if (target->op == Op::kName) {
    if (std::optional<Value> value = helper_call(node, target->text, env)) return *value;
    const Value callee = lookup(target->text, env);
    Arguments given = arguments(node, env);
    if (callee.is_object() && callee.object->kind == Kind::kExternal) {
      if (std::optional<Value> value = global_call("", target->text, given)) return *value;
    }
    return call(callee, Value::undefined(), given);
  }
  if (target->op == Op::kCall && env->module != nullptr && env->module->python && node->kids.size() == 2) {
    const Value function = eval(node->kids[1], env);  // mcp.tool(name="x")(function)
    if (is_function(function) && python_registration(target, function, env)) return function;
  }
  if (target->op != Op::kMember) {
    const Value callee = eval(target, env);
    return call(callee, Value::undefined(), arguments(node, env));
  }
  if (target->text.starts_with("__")) {  // tslib_1.__awaiter(…)
    if (std::optional<Value> value = helper_call(node, target->text, env)) return *value;
  }
  const Node* owner = target->kids[0];
  const Value self = eval(owner, env);
  const std::string& name = target->text;
  Arguments given = arguments(node, env);
  if (self.is_object() && self.object->kind == Kind::kSchema) {
    if (std::optional<Value> value = schema_method(self.object, name, given)) return *value;
  }
  if (is_zod(owner, self)) {
    if (std::optional<Value> value = zod_make(name, given)) return *value;
  }
  if (owner->op == Op::kName && (owner->text == "Type" || owner->text == "t")) {
    if (std::optional<Value> value = typebox_make(name, given)) return *value;
  }
  if (registration(name, self, given)) return self;
  if (self.is_object() && self.object->kind == Kind::kExternal) {
    const std::string_view tag = self.object->tag;
    if (tag.starts_with("global.")) {
      if (std::optional<Value> value = global_call(tag.substr(7), name, given)) return *value;
    }
  }
  if (std::optional<Value> value = method_call(self, name, given, env)) return *value;
  if (owner->op == Op::kSuper && env->home != nullptr) {
    for (const Value& base : env->home->items) {
      if (!base.is_object()) continue;
      if (std::optional<Value> method = find_member(base.object, name, env->self)) {
        return call(*method, env->self, given);
      }
    }
    return {};
  }
  return call(get(self, name), self, given);
}

Value Interpreter::call(Value callee, Value self, const Arguments& given) {
  if (!callee.is_object()) {
    call_functions_in(given);
    return {};
  }
  Object* object = callee.object;
  switch (object->kind) {
    case Kind::kClosure:
      return call_closure(object, object->bound ? object->self : self, given);
    case Kind::kMethod:
      if (object->tag == "esm") {  // a bundle's lazily run module
        if (object->called) return {};
        object->called = true;
        return call(object->self, Value::undefined(), {});
      }
      if (object->tag == "commonjs") {
        if (!object->called) {
          object->called = true;
          Object* module = plain();
          Object* exports = plain();
          exports->exports = true;
          module->slots.at("exports").value = Value::of(exports);
          object->items = {Value::of(module)};
          Arguments inner;
          inner.values = {Value::of(exports), Value::of(module)};
          call(object->self, Value::undefined(), inner);
        }
        return get(object->items.at(0), "exports");
      }
      return {};
    case Kind::kClass:
      return construct(callee, given);
    case Kind::kExternal: {
      const std::string_view tag = object->tag;
      if (tag.starts_with("zod") || tag.starts_with("@sinclair/typebox")) {
        if (std::optional<Value> value = zod_make(last_part(tag), given)) return *value;
      }
      if (last_part(tag) == "zodToJsonSchema" || last_part(tag) == "toJSONSchema") {
        return given.at(0).is_object() ? given.at(0) : Value{};
      }
      if (last_part(tag) == "registerAppTool" && given.values.size() > 1) {
        Arguments inner = given;
        inner.values.erase(inner.values.begin());
        register_named("registerAppTool", inner);
        return {};
      }
      const bool server = says_server(last_part(tag));
      if (server && running_ != nullptr && running_->python) return external("new." + object->tag);
      // A class of a library called as Python does it: what was given is what it holds.
      if (!given.named.empty()) {
        Object* made = plain();
        made->tag = std::string(last_part(tag));
        if (given.site != nullptr) made->line = given.site->line;
        made->file = running_;
        for (const auto& [key, value] : given.named) made->slots.at(key).value = value;
        call_functions_in(given);
        return Value::of(made);
      }
      call_functions_in(given);
      return {};
    }
    default:
      call_functions_in(given);
      return {};
  }
}

// Functions handed to what we do not see are run once, with unknown arguments: a callback may be where a
// server is made.
void Interpreter::call_functions_in(const Arguments& given) {
  const auto run = [&](Value value) {
    if (!is_function(value) || value.object->kind != Kind::kClosure || value.object->called) return;
    if (value.object->function == nullptr || !value.object->function->registers) {
      if (calls_ > 12) return;
    }
    call(value, Value::undefined(), {});
  };
  for (const Value& value : given.values) run(value);
}

void Interpreter::bind_parameters(const FunctionCode& code, const Arguments& given, Env* env) {
  std::size_t position = 0;
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const Parameter& parameter = code.parameters[i];
    if (parameter.pattern == nullptr) continue;
    if (parameter.pattern->op == Op::kRest) {
      std::vector<Value> rest;
      for (; position < given.values.size(); ++position) rest.push_back(given.values[position]);
      bind(parameter.pattern->kids[0], array(std::move(rest)), env, true);
      continue;
    }
    Value value;
    bool found = false;
    for (const auto& [key, named] : given.named) {
      if (key == parameter.name) {
        value = named;
        found = true;
      }
    }
    if (!found && position < given.values.size()) {
      value = given.values[position++];
      found = true;
    }
    if (!found && parameter.fallback != nullptr) value = eval(parameter.fallback, env);
    // Without a caller nothing is known of the argument; with one, what is not given is undefined.
    if (!found && parameter.fallback == nullptr && given.site != nullptr) value = Value::undefined();
    bind(parameter.pattern, value, env, true);
    if (parameter.keeps && env->self.is_object()) set(env->self, parameter.name, lookup(parameter.name, env));
  }
}

Value Interpreter::call_closure(Object* closure, Value self, const Arguments& given) {
  const FunctionCode* code = closure->function;
  closure->called = true;
  if (code == nullptr || calls_ >= kMaxCalls || ++closure->calls > kMaxCallsOfOne || spent()) return {};
  FunctionCode* lowered = const_cast<FunctionCode*>(code);
  if (lowered->body == nullptr) {
    if (lowered->lowering == nullptr) return {};
    lowered->lowering->body(*lowered);
  }
  Env* env = heap_.env(closure->env);
  if (!code->arrow) env->self = self;
  env->home = closure->proto != nullptr ? closure->proto : env->home;
  ++calls_;
  const Module* outer = std::exchange(running_, closure->file);
  if (code->method) {
    Arguments with_self = given;
    with_self.values.insert(with_self.values.begin(), self);
    bind_parameters(*code, with_self, env);
  } else {
    bind_parameters(*code, given, env);
  }
  Value result = Value::undefined();
  if (code->expression) {
    result = eval(code->body, env);
  } else {
    Frame frame;
    exec(code->body, env, frame);
    if (!frame.returned.empty()) result = join(frame.returned);
  }
  running_ = outer;
  --calls_;
  return result;
}

Value Interpreter::make_closure(const FunctionCode* code, Env* env) {
  Object* closure = heap_.object(Kind::kClosure);
  closure->function = code;
  closure->env = env;
  closure->line = code->line;
  closure->file = env->module;
  if (code->registers && registrars_.size() < 10'000) registrars_.push_back(closure);
  return Value::of(closure);
}

}  // namespace mcpjury::interpret
