// Values of the interpreter, and where they live.
//
// A Value is small and copied freely; texts and objects belong to the Heap, which frees everything at its end
// and gives out shared dummies once it is full. What a program computes from the world (environment, files,
// network) is kUnknown and stays unknown through every operation.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "code/interpret/program.h"

namespace mcpjury::interpret {

struct Object;
struct Env;
struct Module;

enum class Type : std::uint8_t { kUnknown, kUndefined, kNull, kBool, kNumber, kString, kObject };

struct Value {
  Type type = Type::kUnknown;
  double number = 0;  // also a bool
  const std::string* text = nullptr;
  Object* object = nullptr;

  bool unknown() const { return type == Type::kUnknown; }
  bool nothing() const { return type == Type::kUndefined || type == Type::kNull; }
  bool is_string() const { return type == Type::kString; }
  bool is_object() const { return type == Type::kObject; }
  static Value undefined() { return {Type::kUndefined, 0, nullptr, nullptr}; }
  static Value null() { return {Type::kNull, 0, nullptr, nullptr}; }
  static Value of(bool value) { return {Type::kBool, value ? 1.0 : 0.0, nullptr, nullptr}; }
  static Value of(double value) { return {Type::kNumber, value, nullptr, nullptr}; }
  static Value of(Object* object) { return {Type::kObject, 0, nullptr, object}; }
};

struct Slot {
  enum class Kind : std::uint8_t { kPlain, kGetter, kAlias } kind = Kind::kPlain;
  Value value;         // kGetter: the function
  Env* env = nullptr;  // kAlias: the variable `name` there, as it is when it is asked for
  const std::string* name = nullptr;
};

// Named slots in the order they were made. References to slots and to all() end with the next at() or
// erase(): whoever evaluates something in between copies first.
class Slots {
 public:
  Slot* find(std::string_view name);
  Slot& at(std::string_view name);
  bool erase(std::string_view name);
  const std::vector<std::pair<std::string, Slot>>& all() const { return slots_; }

 private:
  std::vector<std::pair<std::string, Slot>> slots_;
  std::unordered_map<std::string, std::size_t> index_;  // only once there are many
};

enum class Kind : std::uint8_t { kPlain, kArray, kMap, kClosure, kClass, kMethod, kExternal, kSchema, kOnce };

struct Object {
  Kind kind = Kind::kPlain;
  bool optional = false;    // kSchema: the member may be missing
  bool called = false;      // kClosure
  bool exports = false;     // what a module exports
  std::uint32_t calls = 0;  // kClosure, kClass
  std::uint32_t line = 0;
  const Module* file = nullptr;
  Slots slots;
  std::vector<Value> items;  // kArray; kMethod: bound arguments
  const FunctionCode* function = nullptr;
  const ClassCode* klass = nullptr;
  Env* env = nullptr;
  Object* proto = nullptr;  // class or prototype
  Value self;               // kMethod: the receiver; kClosure: bound `this`
  bool bound = false;
  std::string tag;  // kExternal: "module" then ".member"…; kMethod: its name
  Json schema;      // kSchema
};

struct Env {
  Env* parent = nullptr;
  const Module* module = nullptr;
  Value self = Value::undefined();
  Object* home = nullptr;  // the class whose method runs
  Slots slots;
};

class Heap {
 public:
  Value text(std::string text);
  Object* object(Kind kind);
  Env* env(Env* parent);
  bool full() const { return used_ >= kMaxUsed; }

  static constexpr std::size_t kMaxUsed = 160u << 20;  // bytes, roughly
  static constexpr std::size_t kMaxText = 200'000;     // of one string

 private:
  std::size_t used_ = 0;
  std::deque<std::string> texts_;
  std::deque<Object> objects_;
  std::deque<Env> envs_;
};

// "c" of "a.b.c".
inline std::string_view last_part(std::string_view tag) { return tag.substr(tag.rfind('.') + 1); }

// {"type": type}
inline JsonObject typed(std::string_view type) {
  JsonObject object;
  object["type"] = type;
  return object;
}

}  // namespace mcpjury::interpret
