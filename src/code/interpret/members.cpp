#include <charconv>

#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

std::optional<std::size_t> index_of(std::string_view key) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (error != std::errc() || end != key.data() + key.size()) return std::nullopt;
  return index;
}

}  // namespace

Value Interpreter::array(std::vector<Value> items) {
  Object* result = heap_.object(Kind::kArray);
  if (!heap_.full()) result->items = std::move(items);
  return Value::of(result);
}

Value Interpreter::external(std::string tag) {
  if (tag.size() > 300) return {};
  Object* object = heap_.object(Kind::kExternal);
  if (!heap_.full()) object->tag = std::move(tag);
  return Value::of(object);
}

Value Interpreter::read(Slot& slot, Value self) {
  if (slot.kind == Slot::Kind::kGetter) return call(slot.value, self, {});
  if (slot.kind == Slot::Kind::kAlias) {
    if (slot.env == nullptr || slot.name == nullptr || depth_ >= kMaxDepth) return {};
    ++depth_;
    Slot* found = slot.env->slots.find(*slot.name);
    const Value value = found == nullptr || found == &slot ? Value{} : read(*found, self);
    --depth_;
    return value;
  }
  return slot.value;
}

std::optional<Value> Interpreter::find_member(Object* object, std::string_view key, Value self, int depth) {
  if (depth > 12) return std::nullopt;
  if (Slot* slot = object->slots.find(key)) return read(*slot, self);
  if (object->kind == Kind::kClass && object->klass != nullptr) {
    const ClassCode& code = *object->klass;
    for (auto member = code.members.rbegin(); member != code.members.rend(); ++member) {
      if (member->function == nullptr || member->name != key || member->setter) continue;
      const Value method = make_closure(member->function, code.python ? object->env : object->env);
      method.object->proto = object;
      if (member->getter) return call_closure(method.object, self, {});
      return method;
    }
    for (const Value& base : object->items) {
      if (!base.is_object() || base.object == object) continue;
      if (std::optional<Value> value = find_member(base.object, key, self, depth + 1)) return value;
    }
    return std::nullopt;
  }
  if (object->proto != nullptr && object->kind != Kind::kClosure) {
    return find_member(object->proto, key, self, depth + 1);
  }
  return std::nullopt;
}

Value Interpreter::get(Value value, std::string_view key) {
  ++steps_;
  if (value.is_string()) {
    if (key == "length") return Value::of(static_cast<double>(value.text->size()));
    if (key == "value") return value;  // a member of an enumeration is held as its value
    return {};
  }
  if (!value.is_object()) return {};
  Object* object = value.object;
  if (object->kind == Kind::kExternal) {
    if (Slot* slot = object->slots.find(key)) return read(*slot, value);
    // What a package of ours does not hold is looked for no further; the name of the member stays readable.
    if (key == "default" && object->tag.find('.') == std::string::npos) return value;
    return external(object->tag + "." + std::string(key));
  }
  if (object->kind == Kind::kSchema) {
    if (std::optional<Value> member = schema_member(object, key)) return *member;
    return {};
  }
  if (object->kind == Kind::kArray) {
    if (key == "length") {
      for (const Value& item : object->items) {
        if (item.unknown()) return {};
      }
      return Value::of(static_cast<double>(object->items.size()));
    }
    if (const std::optional<std::size_t> index = index_of(key)) {
      return *index < object->items.size() ? object->items[*index] : Value{};
    }
  }
  if (object->kind == Kind::kMap && key == "size") return {};
  if (std::optional<Value> found = find_member(object, key, value)) {
    // A method read from an instance keeps its receiver for a later call.
    return *found;
  }
  if (object->kind == Kind::kClosure && key == "prototype") {
    Object* prototype = plain();
    object->slots.at("prototype").value = Value::of(prototype);
    return Value::of(prototype);
  }
  if (object->kind == Kind::kClass && key == "prototype") return value;
  if ((object->kind == Kind::kClass || object->kind == Kind::kClosure) &&
      (key == "name" || key == "__name__")) {
    if (object->klass != nullptr && !object->klass->name.empty()) return text(object->klass->name);
    if (object->function != nullptr && !object->function->name.empty()) return text(object->function->name);
  }
  if (key == "__doc__" && object->function != nullptr) return text(object->function->doc);
  if (object->exports && key == "default") return value;  // a CommonJS module imported as if it had a default
  if (object->kind == Kind::kPlain && object->proto == nullptr && object->tag.empty()) {
    return Value::undefined();
  }
  return {};
}

void Interpreter::set(Value value, std::string_view key, Value member) {
  if (!value.is_object() || spent()) return;
  Object* object = value.object;
  if (object->kind == Kind::kArray) {
    if (const std::optional<std::size_t> index = index_of(key)) {
      if (*index >= kMaxItems) return;
      if (*index >= object->items.size()) object->items.resize(*index + 1);
      object->items[*index] = member;
      return;
    }
  }
  if (object->kind == Kind::kExternal && object->tag.starts_with("global.")) return;
  ++steps_;
  object->slots.at(key) = Slot{.value = member};
}

std::optional<std::vector<Value>> Interpreter::iterate(Value value) {
  if (!value.is_object()) return std::nullopt;
  Object* object = value.object;
  if (object->kind == Kind::kArray) {
    steps_ += object->items.size();
    return object->items;
  }
  if (object->kind == Kind::kMap) {
    const Value entries = list_entries(value);
    return entries.object->items;
  }
  if (object->file != nullptr && object->file->python && object->kind == Kind::kPlain &&
      object->proto == nullptr) {
    return list_keys(value).object->items;
  }
  return std::nullopt;
}

Value Interpreter::list_values(Value value) {
  if (!value.is_object() || value.object->kind == Kind::kExternal) return {};
  if (value.object->kind == Kind::kArray) return value;
  std::vector<Value> items;
  for (std::size_t i = 0; i < value.object->slots.all().size() && items.size() < kMaxItems; ++i) {
    Slot slot = value.object->slots.all()[i].second;
    items.push_back(read(slot, value));
    ++steps_;
  }
  return array(std::move(items));
}

Value Interpreter::list_keys(Value value) {
  if (!value.is_object() || value.object->kind == Kind::kExternal) return {};
  std::vector<Value> items;
  for (const auto& [key, slot] : value.object->slots.all()) {
    if (items.size() >= kMaxItems) break;
    items.push_back(text(key));
    ++steps_;
  }
  return array(std::move(items));
}

Value Interpreter::list_entries(Value value) {
  if (!value.is_object() || value.object->kind == Kind::kExternal) return {};
  std::vector<Value> items;
  if (value.object->kind == Kind::kArray) {
    for (std::size_t i = 0; i < value.object->items.size(); ++i) {
      items.push_back(array({Value::of(static_cast<double>(i)), value.object->items[i]}));
    }
    return array(std::move(items));
  }
  for (std::size_t i = 0; i < value.object->slots.all().size() && items.size() < kMaxItems; ++i) {
    const auto [key, slot] = value.object->slots.all()[i];
    Slot copy = slot;
    items.push_back(array({text(key), read(copy, value)}));
    ++steps_;
  }
  return array(std::move(items));
}

}  // namespace mcpjury::interpret
