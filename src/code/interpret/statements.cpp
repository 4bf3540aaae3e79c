#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

// How much a value says; of several results the fullest is taken.
std::size_t fullness(Value value, int depth = 0) {
  if (value.unknown() || value.nothing()) return 0;
  if (!value.is_object()) return 1;
  std::size_t count = 1 + value.object->items.size() * 2 + value.object->slots.all().size();
  if (depth < 2) {
    for (const auto& [key, slot] : value.object->slots.all()) count += fullness(slot.value, depth + 1);
  }
  return count;
}

}  // namespace

Value Interpreter::join(const std::vector<Value>& values) {
  // Of a yes and a no, neither is known.
  for (const Value& value : values) {
    if (value.type != Type::kBool) continue;
    for (const Value& other : values) {
      if (other.unknown() || (other.type == Type::kBool && other.number != value.number)) return {};
    }
  }
  Value best;
  std::size_t most = 0;
  bool any = false;
  for (const Value& value : values) {
    const std::size_t full = fullness(value);
    if (!any || full >= most) {
      best = value;
      most = full;
      any = true;
    }
  }
  return best;
}

void Interpreter::exec(const Node* node, Env* env, Frame& frame) {
  ++steps_;
  if (node == nullptr || frame.done || depth_ >= kMaxDepth || spent()) return;
  ++depth_;
  switch (node->op) {
    case Op::kBlock:
      for (const Node* kid : node->kids) {
        exec(kid, env, frame);
        if (frame.done) break;
      }
      break;
    case Op::kLet:
      bind(node->kids[0], eval(node->kids[1], env), env, true);
      break;
    case Op::kReturn:
      frame.returned.push_back(node->kids.empty() ? Value::undefined() : eval(node->kids[0], env));
      frame.done = true;
      break;
    case Op::kThrow:
      frame.done = true;
      break;
    case Op::kIf:
      exec_if(node, env, frame);
      break;
    case Op::kForOf:
    case Op::kForIn:
      exec_each(node, env, frame);
      break;
    case Op::kLoop:
      for (const Node* kid : node->kids) exec(kid, env, frame);
      break;
    case Op::kSwitch:
      exec_switch(node, env, frame);
      break;
    case Op::kExport:
    case Op::kExportAll:
      exec_export(node, env);
      break;
    case Op::kDecorated:
      exec_decorated(node, env);
      break;
    default:
      eval(node, env);
  }
  --depth_;
}

// An unknown test runs both arms; the function goes on unless both of them ended it.
void Interpreter::exec_if(const Node* node, Env* env, Frame& frame) {
  const std::optional<bool> test = truth(eval(node->kids[0], env));
  const Node* other = node->kids.size() > 2 ? node->kids[2] : nullptr;
  if (test) {
    exec(*test ? node->kids[1] : other, env, frame);
    return;
  }
  Frame first, second;
  exec(node->kids[1], env, first);
  if (other != nullptr) exec(other, env, second);
  frame.returned.insert(frame.returned.end(), first.returned.begin(), first.returned.end());
  frame.returned.insert(frame.returned.end(), second.returned.begin(), second.returned.end());
  frame.done = first.done && second.done;
}

void Interpreter::exec_each(const Node* node, Env* env, Frame& frame) {
  const Value list = eval(node->kids[1], env);
  std::optional<std::vector<Value>> items;
  if (node->op == Op::kForIn) {
    items = iterate(list_keys(list));
  } else {
    items = iterate(list);
  }
  if (!items) items = std::vector<Value>{Value{}};
  for (const Value& item : *items) {
    if (spent() || frame.done) break;
    Env* inner = heap_.env(env);
    bind(node->kids[0], item, inner, true);
    Frame body;
    exec(node->kids[2], inner, body);
    frame.returned.insert(frame.returned.end(), body.returned.begin(), body.returned.end());
    // A return inside a loop mostly stands under a test; the rest of the list still matters.
    if (frame.returned.size() > 1'000) break;
  }
}

void Interpreter::exec_switch(const Node* node, Env* env, Frame& frame) {
  const Value subject = eval(node->kids[0], env);
  bool all_done = node->kids.size() > 1, matched = false;
  for (std::size_t i = 1; i < node->kids.size() && !spent(); ++i) {
    const Node* branch = node->kids[i];
    const Value test = eval(branch->kids[0], env);
    if (subject.is_string() && test.is_string()) {
      if (*subject.text != *test.text) continue;
      matched = true;
    } else if (matched) {
      continue;
    }
    Frame body;
    for (std::size_t j = 1; j < branch->kids.size() && !body.done; ++j) exec(branch->kids[j], env, body);
    frame.returned.insert(frame.returned.end(), body.returned.begin(), body.returned.end());
    if (!body.done) all_done = false;
  }
  frame.done = all_done && matched;
}

void Interpreter::exec_export(const Node* node, Env* env) {
  if (env->module == nullptr || !env->module->exports.is_object()) return;
  Object* exports = env->module->exports.object;
  if (node->op == Op::kExportAll) {
    const Value all = eval(node->kids[0], env);
    if (!all.is_object() || all.object == exports) return;
    for (std::size_t i = 0; i < all.object->slots.all().size(); ++i) {
      const auto [key, slot] = all.object->slots.all()[i];
      if (key != "default" && exports->slots.find(key) == nullptr) exports->slots.at(key) = slot;
    }
    return;
  }
  if (!node->kids.empty()) {
    exports->slots.at(node->text).value = eval(node->kids[0], env);
    return;
  }
  exports->slots.at(node->text) =
      Slot{.kind = Slot::Kind::kAlias, .value = {}, .env = env, .name = &node->other};
}

void Interpreter::exec_decorated(const Node* node, Env* env) {
  const Node* definition = node->kids[0];
  Value value = eval(definition->kids[1], env);
  const std::string& name = definition->kids[0]->text;
  env->slots.at(name) = Slot{.value = value};
  for (std::size_t i = node->kids.size(); i-- > 1;) {
    const Node* decorator = node->kids[i];
    if (python_registration(decorator, value, env)) continue;
    const Value made = eval(decorator, env);
    if (made.is_object() && (made.object->kind == Kind::kClosure || made.object->kind == Kind::kClass)) {
      Arguments arguments;
      arguments.values.push_back(value);
      const Value replaced = call(made, Value::undefined(), arguments);
      // A decorator that wraps keeps the name and the text of what it wraps, as functools.wraps does.
      if (replaced.is_object() && replaced.object->kind != Kind::kClosure) value = replaced;
    }
  }
  env->slots.at(name) = Slot{.value = value};
}

void Interpreter::bind(const Node* pattern, Value value, Env* env, bool declare) {
  ++steps_;
  if (spent()) return;
  switch (pattern->op) {
    case Op::kName:
      if (pattern->text.empty()) return;
      if (declare) {
        env->slots.at(pattern->text) = Slot{.value = value};
      } else {
        assign(pattern, value, env);
      }
      return;
    case Op::kDefault:
      if (value.type == Type::kUndefined || value.unknown()) {
        const Value given = eval(pattern->kids[1], env);
        if (!given.unknown() || !value.unknown()) value = given;
      }
      bind(pattern->kids[0], value, env, declare);
      return;
    case Op::kObjectPattern:
      for (const Node* kid : pattern->kids) {
        if (kid->op == Op::kRest) {
          bind(kid->kids[0], value, env, declare);
        } else {
          bind(kid->kids[0], get(value, kid->text), env, declare);
        }
      }
      return;
    case Op::kArrayPattern:
    case Op::kTuple: {
      const std::optional<std::vector<Value>> items = iterate(value);
      for (std::size_t i = 0; i < pattern->kids.size(); ++i) {
        const Node* kid = pattern->kids[i];
        if (kid->op == Op::kRest) {
          Value rest;
          if (items) {
            rest = array(
                {items->begin() + static_cast<std::ptrdiff_t>(std::min(i, items->size())), items->end()});
          }
          bind(kid->kids[0], rest, env, declare);
        } else {
          bind(kid, items && i < items->size() ? (*items)[i] : Value{}, env, declare);
        }
      }
      return;
    }
    case Op::kRest:
      bind(pattern->kids[0], value, env, declare);
      return;
    default:
      assign(pattern, value, env);
  }
}

void Interpreter::assign(const Node* target, Value value, Env* env) {
  if (target->op == Op::kName) {
    if (env->module != nullptr && env->module->python) {  // no declarations there: the nearest function
      env->slots.at(target->text) = Slot{.value = value};
      return;
    }
    for (Env* at = env; at != nullptr; at = at->parent) {
      if (Slot* slot = at->slots.find(target->text)) {
        *slot = Slot{.value = value};
        return;
      }
    }
    Env* top = env;
    while (top->parent != nullptr) top = top->parent;
    top->slots.at(target->text) = Slot{.value = value};
  } else if (target->op == Op::kMember) {
    const Value object = eval(target->kids[0], env);
    // module.exports = … takes the place of what the module showed before.
    if (target->text == "exports" && target->kids[0]->op == Op::kName && target->kids[0]->text == "module" &&
        value.is_object() && env->module != nullptr) {
      const_cast<Module*>(env->module)->exports = value;
    }
    set(object, target->text, value);
  } else if (target->op == Op::kIndex || target->op == Op::kSubscript) {
    const Value object = eval(target->kids[0], env);
    const std::optional<std::string> key = text_of(eval(target->kids[1], env));
    if (key) set(object, *key, value);
  } else if (target->op == Op::kObjectPattern || target->op == Op::kArrayPattern ||
             target->op == Op::kTuple) {
    bind(target, value, env, false);
  }
}

}  // namespace mcpjury::interpret
