// Methods of strings and of Map objects.
#include <algorithm>

#include "base/one_of.h"
#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

std::string trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == std::string_view::npos) return {};
  return std::string(text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1));
}

}  // namespace

std::optional<Value> Interpreter::map_method(Object* map, std::string_view name, const Arguments& given) {
  const std::optional<std::string> key = text_of(given.at(0));
  if (name == "set") {
    // A key that is not known must not hide the value from whoever lists the map.
    map->slots.at(key ? *key : "?" + std::to_string(map->slots.all().size())).value = given.at(1);
    return Value::of(map);
  }
  if (name == "get") return key ? get(Value::of(map), *key) : Value{};
  if (name == "has") return key ? Value::of(map->slots.find(*key) != nullptr) : Value{};
  if (name == "values") return list_values(Value::of(map));
  if (name == "keys") return list_keys(Value::of(map));
  if (name == "entries") return list_entries(Value::of(map));
  if (name == "delete") {
    if (key) map->slots.erase(*key);
    return Value{};
  }
  if (name == "forEach") {
    const std::vector<Value> entries = list_entries(Value::of(map)).object->items;
    for (const Value& entry : entries) {
      Arguments inner;
      inner.values = {get(entry, "1"), get(entry, "0")};
      call(given.at(0), Value::undefined(), inner);
    }
    return Value::undefined();
  }
  return std::nullopt;
}

std::optional<Value> Interpreter::string_method(const std::string& self, std::string_view name,
                                                const Arguments& given) {
  const auto argument = [&](std::size_t i) {
    return given.at(i).is_string() ? *given.at(i).text : std::string();
  };
  if (one_of(name, {"trim", "strip"})) return text(trimmed(self));
  if (one_of(name, {"toString", "valueOf", "normalize", "trimEnd", "trimStart", "stripIndent", "rstrip"})) {
    return text(self);
  }
  if (one_of(name, {"toLowerCase", "toUpperCase", "lower", "upper"})) {
    std::string changed = self;
    const bool lower = name.find("ower") != std::string_view::npos;
    for (char& c : changed) {
      if (lower && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      if (!lower && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text(std::move(changed));
  }
  if (one_of(name, {"replace", "replaceAll"}) && given.at(0).is_string() && given.at(1).is_string()) {
    std::string changed = self;
    const std::string from = argument(0), to = argument(1);
    std::size_t at = from.empty() ? std::string::npos : changed.find(from);
    while (at != std::string::npos && changed.size() < Heap::kMaxText) {
      changed.replace(at, from.size(), to);
      if (name == "replace") break;
      at = changed.find(from, at + to.size());
    }
    return text(std::move(changed));
  }
  if (name == "concat" && given.at(0).is_string()) return text(self + argument(0));
  if (one_of(name, {"startsWith", "startswith"}) && given.at(0).is_string()) {
    return Value::of(self.starts_with(argument(0)));
  }
  if (one_of(name, {"endsWith", "endswith"}) && given.at(0).is_string()) {
    return Value::of(self.ends_with(argument(0)));
  }
  if (name == "includes" && given.at(0).is_string()) {
    return Value::of(self.find(argument(0)) != std::string::npos);
  }
  if (name == "split" && given.at(0).is_string() && !argument(0).empty()) {
    std::vector<Value> pieces;
    const std::string separator = argument(0);
    std::size_t from = 0;
    for (std::size_t at = self.find(separator); at != std::string::npos && pieces.size() < kMaxItems;
         at = self.find(separator, from)) {
      pieces.push_back(text(self.substr(from, at - from)));
      from = at + separator.size();
    }
    pieces.push_back(text(self.substr(from)));
    return array(std::move(pieces));
  }
  if (name == "join") {  // Python: ", ".join(list)
    if (!given.at(0).is_object() || given.at(0).object->kind != Kind::kArray) return Value{};
    Arguments inner;
    inner.values.push_back(text(self));
    return array_method(given.at(0).object, "join", inner);
  }
  return Value{};
}

}  // namespace mcpjury::interpret
