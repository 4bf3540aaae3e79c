// What the language and the helpers of compilers and bundlers bring: methods of lists and strings, Object.*,
// __awaiter, __commonJS and their kind.
#include <algorithm>
#include <array>

#include "base/one_of.h"
#include "code/interpret/interpreter.h"

namespace mcpjury::interpret {
namespace {

using namespace std::string_view_literals;

}  // namespace

std::optional<Value> Interpreter::helper_call(const Node* node, std::string_view name, Env* env) {
  if (name == "require" || name == "__require") {
    if (node->kids.size() < 2) return std::nullopt;
    if (node->other != "import" && lookup("require", env).object != nullptr &&
        lookup("require", env).object->kind != Kind::kExternal) {
      return std::nullopt;
    }
    const std::optional<std::string> wanted = text_of(eval(node->kids[1], env));
    if (!wanted || env->module == nullptr) return Value{};
    return import_module(env->module->path, *wanted);
  }
  if (!name.starts_with("_")) {
    if (one_of(name, {"zodToJsonSchema", "toJSONSchema", "zodToJsonSchema2", "toJsonSchemaCompat"}) &&
        node->kids.size() > 1) {
      const Value schema = eval(node->kids[1], env);
      return schema.is_object() ? schema : Value{};
    }
    return std::nullopt;
  }
  if (name == "__publicField") {
    const Arguments given = arguments(node, env);
    if (const std::optional<std::string> key = text_of(given.at(1))) set(given.at(0), *key, given.at(2));
    return given.at(2);
  }
  if (name == "__classPrivateFieldGet" || name == "__classPrivateFieldSet") {
    if (node->kids.size() < 4) return Value{};
    const Value object = eval(node->kids[1], env);
    const std::string key = "#" + node->kids[2]->text;
    if (name.ends_with("Get")) {
      const Value found = get(object, key);
      if (!found.unknown() && !found.nothing()) return found;
      return node->kids.size() > 4 ? eval(node->kids[4], env) : Value{};  // a private method
    }
    const Value value = eval(node->kids[3], env);
    set(object, key, value);
    return value;
  }
  if (!name.starts_with("__")) return std::nullopt;
  if (name == "__import__" && node->other == "python") return python_import(node, env);
  const auto is = [&](std::string_view wanted) {
    // Bundlers number the copies: __export2, __toESM3.
    return name.starts_with(wanted) &&
           name.substr(wanted.size()).find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (is("__importDefault") || is("__importStar") || is("__toESM") || is("__toCommonJS") || is("__name") ||
      is("__interopRequireWildcard") || is("__reExportOnly")) {
    return node->kids.size() > 1 ? eval(node->kids[1], env) : Value{};
  }
  if (is("__awaiter")) {
    if (node->kids.size() < 5) return Value{};
    const Value body = eval(node->kids[4], env);
    return call(body, eval(node->kids[1], env), {});
  }
  if (is("__commonJS") || is("__esm") || is("__commonJSMin")) {
    if (node->kids.size() < 2) return Value{};
    const Value table = eval(node->kids[1], env);
    Value function = table;
    if (table.is_object() && table.object->kind == Kind::kPlain && !table.object->slots.all().empty()) {
      function = table.object->slots.all()[0].second.value;
    }
    Object* method = heap_.object(Kind::kMethod);
    method->tag = is("__esm") ? "esm" : "commonjs";
    method->self = function;
    return Value::of(method);
  }
  if (is("__export")) {
    const Arguments given = arguments(node, env);
    if (given.values.size() == 1) {  // newer bundlers return the namespace
      Object* made = plain();
      if (given.at(0).is_object()) {
        for (const auto& [key, slot] : given.at(0).object->slots.all()) {
          made->slots.at(key) = Slot{.kind = Slot::Kind::kGetter, .value = slot.value};
        }
      }
      return Value::of(made);
    }
    if (given.at(0).is_object() && given.at(1).is_object()) {
      for (const auto& [key, slot] : given.at(1).object->slots.all()) {
        given.at(0).object->slots.at(key) = Slot{.kind = Slot::Kind::kGetter, .value = slot.value};
      }
    }
    return given.at(0);
  }
  if (is("__exportStar") || is("__reExport") || is("__copyProps")) {
    const Arguments given = arguments(node, env);
    const bool star = is("__exportStar");
    const Value from = given.at(star ? 0 : 1), to = given.at(star ? 1 : 0);
    if (from.is_object() && to.is_object() && from.object != to.object) {
      for (const auto& [key, slot] : from.object->slots.all()) {
        if (key != "default" && to.object->slots.find(key) == nullptr) to.object->slots.at(key) = slot;
      }
    }
    return to;
  }
  if (is("__decorate")) {
    const Arguments given = arguments(node, env);
    return given.values.size() > 1 ? given.at(1) : Value{};
  }
  if (is("__spreadArray") || is("__spreadArrays") || is("__assign")) {
    const Arguments given = arguments(node, env);
    if (is("__assign")) {
      Object* made = plain();
      for (const Value& value : given.values) spread_object(made, value);
      return Value::of(made);
    }
    Object* made = heap_.object(Kind::kArray);
    for (std::size_t i = 0; i < given.values.size() && i < 2; ++i) spread_into(made, given.values[i]);
    return Value::of(made);
  }
  return std::nullopt;
}

std::optional<Value> Interpreter::method_call(Value self, std::string_view name, const Arguments& given,
                                              Env*) {
  if (self.is_string()) return string_method(*self.text, name, given);
  if (!self.is_object()) {
    // Promises are not modelled: what follows one is run with what is known.
    if (name == "then" || name == "finally") {
      Arguments inner;
      inner.values.push_back(self);
      return call(given.at(0), Value::undefined(), inner);
    }
    return std::nullopt;
  }
  Object* object = self.object;
  if (object->kind == Kind::kArray) {
    if (std::optional<Value> value = array_method(object, name, given)) return value;
  }
  if (object->kind == Kind::kMap) {
    if (std::optional<Value> value = map_method(object, name, given)) return value;
  }
  if (object->kind == Kind::kClosure || object->kind == Kind::kClass) {
    if (std::optional<Value> value = function_method(self, name, given)) return value;
  }
  const bool own = object->kind != Kind::kExternal && find_member(object, name, self).has_value();
  if (own) return std::nullopt;
  if (name == "then") {
    Arguments inner;
    inner.values.push_back(self);
    return call(given.at(0), Value::undefined(), inner);
  }
  if (name == "catch" || name == "finally") return self;
  if (name == "hasOwnProperty" && given.at(0).is_string()) {
    return Value::of(object->slots.find(*given.at(0).text) != nullptr);
  }
  if (object->kind == Kind::kPlain) {  // dict of Python
    if (name == "values") return list_values(self);
    if (name == "keys") return list_keys(self);
    if (name == "items") return list_entries(self);
    if (name == "get" && given.at(0).is_string()) {
      const Value found = get(self, *given.at(0).text);
      return found.nothing() ? given.at(1) : found;
    }
    if (name == "update") {
      spread_object(object, given.at(0));
      return Value::undefined();
    }
  }
  return std::nullopt;
}

std::optional<Value> Interpreter::function_method(Value self, std::string_view name, const Arguments& given) {
  if (name == "bind") {
    if (self.object->kind != Kind::kClosure) return self;
    Object* bound = heap_.object(Kind::kClosure);
    bound->function = self.object->function;
    bound->env = self.object->env;
    bound->proto = self.object->proto;
    bound->line = self.object->line;
    bound->file = self.object->file;
    bound->self = given.at(0);
    bound->bound = true;
    return Value::of(bound);
  }
  if (name == "call") {
    Arguments inner;
    inner.site = given.site;
    if (given.values.size() > 1) inner.values.assign(given.values.begin() + 1, given.values.end());
    return call(self, given.at(0), inner);
  }
  if (name == "apply") {
    Arguments inner;
    if (const std::optional<std::vector<Value>> items = iterate(given.at(1))) inner.values = *items;
    return call(self, given.at(0), inner);
  }
  if (one_of(name, {"model_json_schema", "schema"}) && self.object->kind == Kind::kClass) {
    return make_schema(schema_of_class(self.object));
  }
  return std::nullopt;
}

std::optional<Value> Interpreter::array_method(Object* list, std::string_view name, const Arguments& given) {
  const Value callback = given.at(0);
  const auto run = [&](Value item, std::size_t index) {
    Arguments inner;
    inner.site = given.site;
    inner.values = {item, Value::of(static_cast<double>(index))};
    return call(callback, Value::undefined(), inner);
  };
  const std::vector<Value> items = list->items;
  steps_ += items.size();
  if (name == "map" || name == "flatMap" || name == "forEach" || name == "filter" || name == "find") {
    Object* made = heap_.object(Kind::kArray);
    for (std::size_t i = 0; i < items.size() && !spent(); ++i) {
      const Value result = run(items[i], i);
      if (name == "map") made->items.push_back(result);
      if (name == "flatMap") {
        if (result.is_object() && result.object->kind == Kind::kArray) {
          spread_into(made, result);
        } else {
          made->items.push_back(result);
        }
      }
      if (name == "filter" || name == "find") {
        const bool named_boolean = callback.is_object() && callback.object->kind == Kind::kExternal;
        const std::optional<bool> kept = named_boolean ? truth(items[i]) : truth(result);
        if (!kept || *kept) {
          if (name == "find") return kept ? items[i] : Value{};
          made->items.push_back(items[i]);
        }
      }
    }
    if (name == "find") return Value::undefined();
    return name == "forEach" ? Value::undefined() : Value::of(made);
  }
  if (name == "push" || name == "append" || name == "unshift" || name == "add") {
    for (const Value& value : given.values) {
      if (list->items.size() < kMaxItems) list->items.push_back(value);
    }
    return Value::of(list);
  }
  if (name == "extend") {
    spread_into(list, given.at(0));
    return Value::undefined();
  }
  if (name == "concat") {
    Object* made = heap_.object(Kind::kArray);
    made->items = items;
    for (const Value& value : given.values) {
      if (value.is_object() && value.object->kind == Kind::kArray) {
        spread_into(made, value);
      } else {
        made->items.push_back(value);
      }
    }
    return Value::of(made);
  }
  if (name == "flat") {
    Object* made = heap_.object(Kind::kArray);
    for (const Value& item : items) {
      if (item.is_object() && item.object->kind == Kind::kArray) {
        spread_into(made, item);
      } else {
        made->items.push_back(item);
      }
    }
    return Value::of(made);
  }
  if (name == "reduce") {
    Value sum = given.values.size() > 1 ? given.at(1) : (items.empty() ? Value{} : items[0]);
    for (std::size_t i = given.values.size() > 1 ? 0 : 1; i < items.size() && !spent(); ++i) {
      Arguments inner;
      inner.values = {sum, items[i], Value::of(static_cast<double>(i))};
      sum = call(callback, Value::undefined(), inner);
    }
    return sum;
  }
  if (name == "join") {
    std::string joined;
    const std::string separator = given.at(0).is_string() ? *given.at(0).text : ",";
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::optional<std::string> piece = text_of(items[i]);
      if (!piece || joined.size() > Heap::kMaxText) return Value{};
      joined += (i == 0 ? "" : separator) + *piece;
    }
    return text(std::move(joined));
  }
  if (name == "includes" || name == "has") {
    bool gap = false;
    for (const Value& item : items) {
      if (item.unknown()) gap = true;
      if (item.is_string() && given.at(0).is_string() && *item.text == *given.at(0).text)
        return Value::of(true);
    }
    return gap || !given.at(0).is_string() ? Value{} : Value::of(false);
  }
  if (name == "slice" && given.values.empty()) return array(items);
  if (one_of(name, {"sort", "reverse", "toSorted", "values", "copy"})) return Value::of(list);
  if (name == "entries") return list_entries(Value::of(list));
  if (one_of(name,
             {"some", "every", "indexOf", "findIndex", "slice", "splice", "pop", "shift", "at", "keys"})) {
    if (name == "some" || name == "every") call_functions_in(given);
    return Value{};
  }
  return std::nullopt;
}

}  // namespace mcpjury::interpret
