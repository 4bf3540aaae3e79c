// A small program: what is left of a TypeScript, JavaScript or Python file when only values, calls and
// definitions matter. The interpreter runs it without the world: no file, no clock, no network exists in it.
//
// Nodes live in the Program that made them and are never freed before it. Bodies of functions are lowered
// when they are first called, because most of a bundle never is; the trees of the parsed files must therefore
// outlive the program. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "code/parsed_file.h"

namespace mcpjury::interpret {

enum class Op : std::uint8_t {
  kUnknown,
  kUndefined,
  kNull,
  kTrue,
  kFalse,
  kNumber,
  kString,
  kName,
  kThis,
  kSuper,
  kMember,    // kids: object; text: key
  kIndex,     // kids: object, key
  kCall,      // kids: callee, arguments…
  kNew,       // kids: class, arguments…
  kArray,     // kids: items, kSpread
  kObject,    // kids: kPair, kComputed, kGetter, kSpread
  kPair,      // text: key; kids: value
  kComputed,  // kids: key, value
  kGetter,    // text: key; kids: function
  kSpread,    // kids: value; "**" of Python too
  kKeyword,   // text: name; kids: value: an argument given by name
  kConcat,    // kids: pieces of a string
  kPlus,      // kids: left, right
  kEqual,     // kids: left, right; number 1: not equal
  kNot,
  kTypeOf,
  kConditional,  // kids: test, then, else
  kOr,           // kids: left, right
  kAnd,
  kCoalesce,
  kFunction,
  kClass,
  kAssign,  // kids: target, value; text: operator of a compound assignment
  kSequence,
  kIn,         // kids: key, object
  kSubscript,  // Python: kids: object, key; also a generic type
  kTuple,      // Python: kids
  // statements
  kBlock,
  kLet,     // kids: pattern, value
  kExport,  // text: exported name; kids: value, or none: the local name in `other`
  kExportAll,
  kReturn,
  kThrow,
  kForOf,  // kids: pattern, iterable, body
  kForIn,
  kIf,         // kids: test, then, else or nothing
  kLoop,       // kids: body
  kSwitch,     // kids: value, then cases: kCase
  kCase,       // kids: test (or kUnknown for default), statements…
  kDecorated,  // kids: target (kLet), decorators…
  // patterns
  kObjectPattern,  // kids: kPair, kRest
  kArrayPattern,
  kRest,
  kDefault,  // kids: pattern, default
};

struct FunctionCode;
struct ClassCode;

struct Node {
  Op op = Op::kUnknown;
  std::uint32_t line = 0;
  double number = 0;
  std::string text;
  std::string other;
  std::vector<const Node*> kids;
  FunctionCode* function = nullptr;
  ClassCode* klass = nullptr;
};

struct Parameter {
  const Node* pattern = nullptr;     // kName, patterns, kDefault, kRest
  std::string name;                  // when it is one
  const Node* annotation = nullptr;  // Python
  const Node* fallback = nullptr;    // Python
  bool keeps = false;                // TypeScript: a constructor's parameter that becomes a member
  bool variadic = false;
};

class Lowering;

struct FunctionCode {
  std::string name, doc;
  std::uint32_t line = 0;
  std::vector<Parameter> parameters;
  const Node* body = nullptr;  // kBlock, or an expression that is returned; null until lowered
  TSNode tree{};
  Lowering* lowering = nullptr;
  bool expression = false;  // the body is an expression
  bool arrow = false;       // keeps the outer `this`
  bool method = false;      // Python: the first parameter is the instance
  bool registers = false;   // its text names a registration
};

struct ClassMember {
  std::string name;
  const Node* key = nullptr;  // computed
  const Node* value = nullptr;
  const Node* annotation = nullptr;  // Python
  FunctionCode* function = nullptr;
  std::vector<const Node*> decorators;
  bool is_static = false, getter = false, setter = false;
};

struct ClassCode {
  std::string name, doc;
  std::uint32_t line = 0;
  std::vector<const Node*> bases;
  std::vector<ClassMember> members;
  std::vector<const Node*> decorators;
  bool sdk = false;  // a copy of the SDK's own server class, in a bundle
  bool python = false;
};

// Nodes for one analysis. Full: make() gives one shared unknown node, so lowering ends quickly.
class Program {
 public:
  Node* make(Op op, std::uint32_t line, std::string text = {});
  FunctionCode* function();
  ClassCode* klass();
  bool full() const { return nodes_.size() >= kMaxNodes; }

  static constexpr std::size_t kMaxNodes = 3'000'000;

 private:
  std::deque<Node> nodes_;
  std::deque<FunctionCode> functions_;
  std::deque<ClassCode> classes_;
};

// Turns one file's tree into nodes.
class Lowering {
 public:
  virtual ~Lowering() = default;
  virtual const Node* module() = 0;               // kBlock
  virtual void body(FunctionCode& function) = 0;  // fills function.body
};

// `file` and `program` must outlive the lowering.
std::unique_ptr<Lowering> lower_script(const ParsedFile& file, Program& program);
std::unique_ptr<Lowering> lower_python(const ParsedFile& file, Program& program);

inline TSNode first_named(TSNode node) { return ts_node_named_child(node, 0); }

}  // namespace mcpjury::interpret
