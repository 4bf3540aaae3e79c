// Functions that exist without an import: Object.*, Array.*, Promise.*, and Python's own.
#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {

std::optional<Value> Interpreter::global_call(std::string_view object, std::string_view name,
                                              const Arguments& given) {
  const Value first = given.at(0);
  if (object == "Object") {
    if (name == "values") return list_values(first);
    if (name == "keys" || name == "getOwnPropertyNames") return list_keys(first);
    if (name == "entries") return list_entries(first);
    if (name == "freeze" || name == "seal" || name == "setPrototypeOf" || name == "preventExtensions")
      return first;
    if (name == "create") {
      Object* made = plain();
      if (first.is_object()) made->proto = first.object;
      return Value::of(made);
    }
    if (name == "assign") {
      if (!first.is_object()) return first;
      for (std::size_t i = 1; i < given.values.size(); ++i) spread_object(first.object, given.values[i]);
      return first;
    }
    if (name == "fromEntries") {
      const std::optional<std::vector<Value>> entries = iterate(first);
      if (!entries) return Value{};
      Object* made = plain();
      for (const Value& entry : *entries) {
        if (const std::optional<std::string> key = text_of(get(entry, "0"))) {
          made->slots.at(*key).value = get(entry, "1");
        }
      }
      return Value::of(made);
    }
    if (name == "defineProperty") {
      const std::optional<std::string> key = text_of(given.at(1));
      if (!key || !first.is_object() || *key == "__esModule") return first;
      const Value getter = get(given.at(2), "get");
      if (getter.is_object()) {
        first.object->slots.at(*key) = Slot{.kind = Slot::Kind::kGetter, .value = getter};
      } else {
        set(first, *key, get(given.at(2), "value"));
      }
      return first;
    }
  }
  if (object == "Array") {
    if (name == "isArray") {
      if (first.unknown() || (first.is_object() && first.object->kind == Kind::kExternal)) return Value{};
      return Value::of(first.is_object() && first.object->kind == Kind::kArray);
    }
    if (name == "from") {
      const std::optional<std::vector<Value>> items = iterate(first);
      if (!items) return Value{};
      const Value copy = array(*items);
      if (!given.at(1).is_object()) return copy;
      Arguments inner;
      inner.values.push_back(given.at(1));
      return array_method(copy.object, "map", inner);
    }
    if (name == "of") return array(given.values);
  }
  if (object == "Promise" && (name == "all" || name == "resolve" || name == "allSettled")) return first;
  if (object == "Reflect" && name == "ownKeys") return list_keys(first);
  if (!object.empty()) return std::nullopt;
  if (name == "structuredClone") return first;
  if (name == "String" || name == "str") {
    const std::optional<std::string> known = text_of(first);
    return known ? text(*known) : Value{};
  }
  return python_builtin(name, given);
}

std::optional<Value> Interpreter::python_builtin(std::string_view name, const Arguments& given) {
  const Value first = given.at(0);
  if (name == "list" || name == "tuple" || name == "sorted" || name == "set") {
    if (given.values.empty()) return array({});
    const std::optional<std::vector<Value>> items = iterate(first);
    return items ? array(*items) : Value{};
  }
  if (name == "dict") {
    Object* made = plain();
    spread_object(made, first);
    for (const auto& [key, value] : given.named) made->slots.at(key).value = value;
    return Value::of(made);
  }
  if (name == "enumerate") return list_entries(first);
  if (name == "getattr" && given.at(1).is_string()) return get(first, *given.at(1).text);
  return std::nullopt;
}

}  // namespace mcpjury::interpret
