#include <fmt/format.h>

#include <cmath>

#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

std::string number_text(double number) {
  if (std::floor(number) == number && std::fabs(number) < 1e15) {
    return fmt::format("{}", static_cast<long long>(number));
  }
  return fmt::format("{}", number);
}

}  // namespace

std::optional<bool> Interpreter::truth(Value value) {
  switch (value.type) {
    case Type::kUnknown:
      return std::nullopt;
    case Type::kUndefined:
    case Type::kNull:
      return false;
    case Type::kBool:
    case Type::kNumber:
      return value.number != 0;
    case Type::kString:
      return !value.text->empty();
    case Type::kObject:
      if (value.object->kind == Kind::kExternal) return std::nullopt;
      return true;
  }
  return std::nullopt;
}

Value Interpreter::eval(const Node* node, Env* env) {
  if (node == nullptr) return Value::undefined();
  ++steps_;
  if (depth_ >= kMaxDepth || spent()) return {};
  ++depth_;
  const Value value = eval_known(node, env);
  --depth_;
  return value;
}

Value Interpreter::eval_known(const Node* node, Env* env) {
  const auto kid = [&](std::size_t i) { return eval(i < node->kids.size() ? node->kids[i] : nullptr, env); };
  switch (node->op) {
    case Op::kUndefined:
      return Value::undefined();
    case Op::kNull:
      return Value::null();
    case Op::kTrue:
      return Value::of(true);
    case Op::kFalse:
      return Value::of(false);
    case Op::kNumber:
      return Value::of(node->number);
    case Op::kString:
      return {Type::kString, 0, &node->text, nullptr};
    case Op::kName:
      return lookup(node->text, env);
    case Op::kThis:
      return env->self;
    case Op::kSuper:
      return env->self;
    case Op::kMember:
      return get(kid(0), node->text);
    case Op::kIndex:
    case Op::kSubscript: {
      const Value object = kid(0), key = kid(1);
      if (key.is_string()) return get(object, *key.text);
      if (key.type == Type::kNumber) return get(object, number_text(key.number));
      return {};
    }
    case Op::kCall:
      return eval_call(node, env);
    case Op::kNew:
      return eval_new(node, env);
    case Op::kArray:
    case Op::kTuple:
      return eval_array(node, env);
    case Op::kObject:
      return eval_object(node, env);
    case Op::kConcat: {
      std::string joined;
      for (const Node* piece : node->kids) {
        const std::optional<std::string> known = text_of(eval(piece, env));
        if (!known || joined.size() + known->size() > Heap::kMaxText) return {};
        joined += *known;
      }
      return text(std::move(joined));
    }
    case Op::kPlus:
    case Op::kEqual:
    case Op::kIn:
      return eval_binary(node, env);
    case Op::kNot: {
      const std::optional<bool> value = truth(kid(0));
      return value ? Value::of(!*value) : Value{};
    }
    case Op::kTypeOf: {
      const Value value = kid(0);
      if (value.is_string()) return text("string");
      if (value.type == Type::kUndefined) return text("undefined");
      if (value.is_object() && value.object->kind == Kind::kClosure) return text("function");
      return {};
    }
    case Op::kConditional: {
      const std::optional<bool> test = truth(kid(0));
      if (test) return kid(*test ? 1 : 2);
      return join({kid(2), kid(1)});
    }
    case Op::kOr: {
      const Value left = kid(0);
      const std::optional<bool> test = truth(left);
      if (test && *test) return left;
      const Value right = kid(1);
      if (!test && (right.unknown() || right.nothing())) return left;
      return right;
    }
    case Op::kAnd: {
      const Value left = kid(0);
      const std::optional<bool> test = truth(left);
      return test && !*test ? left : kid(1);
    }
    case Op::kCoalesce: {
      const Value left = kid(0);
      if (!left.unknown() && !left.nothing()) return left;
      const Value right = kid(1);
      return right.unknown() ? left : right;
    }
    case Op::kFunction:
      return make_closure(node->function, env);
    case Op::kClass:
      return make_class(node, env);
    case Op::kAssign:
      return eval_assign(node, env);
    case Op::kSequence: {
      Value last;
      for (const Node* item : node->kids) last = eval(item, env);
      return last;
    }
    default:
      return {};
  }
}

Value Interpreter::lookup(const std::string& name, Env* env) {
  for (Env* at = env; at != nullptr; at = at->parent) {
    if (Slot* slot = at->slots.find(name)) return read(*slot, Value::undefined());
  }
  if (name == "undefined") return Value::undefined();
  return external("global." + name);
}

Value Interpreter::eval_array(const Node* node, Env* env) {
  Object* array = heap_.object(Kind::kArray);
  array->line = node->line;
  array->file = env->module;
  for (const Node* kid : node->kids) {
    if (array->items.size() >= kMaxItems || spent()) break;
    if (kid->op == Op::kSpread) {
      spread_into(array, eval(kid->kids[0], env));
    } else {
      array->items.push_back(eval(kid, env));
    }
  }
  return Value::of(array);
}

// What cannot be unfolded leaves an unknown item, so that whoever counts the list knows that it has gaps.
void Interpreter::spread_into(Object* array, Value value) {
  const std::optional<std::vector<Value>> items = iterate(value);
  if (!items) {
    array->items.push_back({});
    return;
  }
  for (const Value& item : *items) {
    if (array->items.size() >= kMaxItems) return;
    array->items.push_back(item);
  }
}

void Interpreter::spread_object(Object* target, Value value) {
  if (!value.is_object() || value.object == target) return;
  Object* source = value.object;
  if (source->kind == Kind::kSchema) return;
  if (source->kind == Kind::kArray) return;
  const std::size_t count = source->slots.all().size();
  for (std::size_t i = 0; i < count && !spent(); ++i) {
    ++steps_;
    const auto [key, slot] = source->slots.all()[i];
    Slot copy = slot;
    target->slots.at(key).value = read(copy, value);
  }
}

Value Interpreter::eval_object(const Node* node, Env* env) {
  Object* object = plain();
  object->line = node->line;
  object->file = env->module;
  for (const Node* kid : node->kids) {
    if (spent()) break;
    if (kid->op == Op::kPair) {
      const Value value = eval(kid->kids[0], env);
      object->slots.at(kid->text) = Slot{.value = value};
    } else if (kid->op == Op::kComputed) {
      const Value key = eval(kid->kids[0], env);
      const Value value = eval(kid->kids[1], env);
      if (const std::optional<std::string> name = text_of(key))
        object->slots.at(*name) = Slot{.value = value};
    } else if (kid->op == Op::kGetter) {
      object->slots.at(kid->text) = Slot{.kind = Slot::Kind::kGetter, .value = eval(kid->kids[0], env)};
    } else if (kid->op == Op::kSpread) {
      spread_object(object, eval(kid->kids[0], env));
    }
  }
  return Value::of(object);
}

Value Interpreter::eval_binary(const Node* node, Env* env) {
  const Value left = eval(node->kids[0], env), right = eval(node->kids[1], env);
  if (node->op == Op::kIn) {
    if (!left.is_string() || !right.is_object()) return {};
    return Value::of(right.object->slots.find(*left.text) != nullptr);
  }
  if (node->op == Op::kEqual) {
    if (left.unknown() || right.unknown()) return {};
    if (left.is_object() && left.object->kind == Kind::kExternal) return {};
    if (right.is_object() && right.object->kind == Kind::kExternal) return {};
    bool same = left.type == right.type || (left.nothing() && right.nothing());
    if (same && left.is_string()) same = *left.text == *right.text;
    if (same && left.is_object()) same = left.object == right.object;
    if (same && (left.type == Type::kNumber || left.type == Type::kBool)) same = left.number == right.number;
    return Value::of(node->number != 0 ? !same : same);
  }
  if (left.type == Type::kNumber && right.type == Type::kNumber) return Value::of(left.number + right.number);
  if (left.is_object() && right.is_object() && left.object->kind == Kind::kArray) {  // lists of Python
    Object* joined = heap_.object(Kind::kArray);
    spread_into(joined, left);
    spread_into(joined, right);
    return Value::of(joined);
  }
  const std::optional<std::string> first = text_of(left), second = text_of(right);
  if (!first || !second || first->size() + second->size() > Heap::kMaxText) return {};
  return text(*first + *second);
}

Value Interpreter::eval_assign(const Node* node, Env* env) {
  const Node* target = node->kids[0];
  Value value = eval(node->kids[1], env);
  if (!node->text.empty()) {
    const Value old = eval(target, env);
    if (node->text == "+=") {
      const std::optional<std::string> first = text_of(old), second = text_of(value);
      if (old.is_object() && old.object->kind == Kind::kArray) {
        spread_into(old.object, value);
        return old;
      }
      value = first && second && first->size() + second->size() <= Heap::kMaxText ? text(*first + *second)
                                                                                  : Value{};
    } else if (node->text == "||=" || node->text ==
                                          "?"
                                          "?=") {
      const std::optional<bool> test = truth(old);
      if (test && *test) return old;
    } else {
      value = {};
    }
  }
  assign(target, value, env);
  return value;
}

}  // namespace mcpjury::interpret
