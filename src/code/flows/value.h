// What an expression may hold: which parameters reach it, and how they stand in it.
//
// Values are small and copied; every list in them is bounded. A taint's shape says how much of the value the
// parameter is, because `exec(command)` and `exec("git log " + branch)` are different things.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "code/flows/ir.h"

namespace mcpjury::flow {

enum class Shape : std::uint8_t {
  kWhole,  // the value is the parameter
  kStart,  // it begins with it
  kHost,   // only a URL's scheme stands before it
  kPart,   // something else stands before it
};

// What was done to it on the way. Letters of the Step's `shape` member.
enum Mark : std::uint16_t {
  kChecked = 1,        // c: a check whose name says so, or a weak one
  kShellQuoted = 2,    // q: quoted for a shell
  kEncoded = 4,        // e: percent-encoded
  kBaseName = 8,       // b: last part of a path only
  kJsonQuoted = 16,    // j: in double quotes: "$(…)" still runs
  kSqlText = 32,       // s: inside text that reads as SQL
  kCommandPlace = 64,  // p: where a command of its own stands ("cd dir && X", "sh -c X")
  kPathChecked = 128,  // f: the same for a path or URL: says nothing of a shell
};

struct Trail {
  std::uint32_t line = 0;
  std::string symbol;
  std::shared_ptr<const Trail> before;
  std::uint32_t length = 1;
};

struct Taint {
  std::uint32_t parameter = 0;
  std::string member;
  Shape shape = Shape::kWhole;
  std::uint16_t marks = 0;
  std::shared_ptr<const Trail> trail;
};

struct Value {
  std::vector<Taint> taints;
  std::string text;      // its literal text, kHole where something else stands
  bool literal = false;  // text is all of it
  bool list = false;
  bool entries = false;                                                // pairs of key and value
  std::shared_ptr<std::vector<std::pair<std::string, Value>>> fields;  // known members or elements
  ExprId origin = kNone;  // what a name was bound to, for conditions kept in a name
  std::uint32_t function = kNone;

  const Value* member(std::string_view name) const;
  void set(const std::string& name, Value value);
  bool clean() const;  // nothing reaches it
};

inline constexpr char kHole = '\x01';
inline constexpr std::size_t kMaxTaints = 12;
inline constexpr std::size_t kMaxFields = 64;
inline constexpr std::size_t kMaxKnownText = 400;

void add_taint(std::vector<Taint>& into, const Taint& taint);
Value joined(Value a, const Value& b);              // one or the other
std::vector<Taint> all_taints(const Value& value);  // with those of its members, as parts
Value literal(std::string text);

// "a" + b + "c". Adjusts shapes and marks of what is inside.
Value concat(const std::vector<Value>& parts);
// Paths put together: what comes after the first is a part.
Value path_join(const std::vector<Value>& parts);
// "%s" and "{}" holes filled in order.
Value format_text(std::string_view format, const std::vector<Value>& arguments);

void mark(Value& value, std::uint16_t marks);

std::string shape_text(Shape shape, std::uint16_t marks);
std::pair<Shape, std::uint16_t> read_shape(std::string_view text);

bool reads_as_sql(std::string_view text);

}  // namespace mcpjury::flow
