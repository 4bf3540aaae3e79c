// A function body in a form that is the same for every language: what the flow reader works on.
//
// Plain values, made by lower.h from a syntax tree and living no longer than the ParsedFile whose text they
// view. Expressions, blocks and functions stand in arrays and name one another by index. What a language has
// and this form lacks becomes kOpaque, whose operands are still read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury::flow {

using ExprId = std::uint32_t;
using BlockId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffff;

enum class Op : std::uint8_t {
  kOpaque,    // not understood, or carries no text
  kText,      // a string without holes: text
  kConstant,  // number, boolean, null: text
  kRegex,     // text between the slashes
  kName,      // text
  kMember,    // operands[0].text
  kIndex,     // operands[0][operands[1]]
  kCall,      // operands[0](rest); names[i] is the keyword of operand i
  kNew,       // the same, constructing
  kConcat,    // template string, "+", format string
  kPathJoin,  // Python's base / name
  kList,
  kObject,  // names[i]: operands[i]; name "..." is a spread
  kSpread,
  kChoice,  // one of the operands: a || b, c ? a : b, a ?? b
  kAnd,     // a && b; the value is b
  kOr,      // a || b as a condition and as a value
  kNot,
  kCompare,   // operands[0] text operands[1]; text: "==", "!=", "in", "not in", "<" …
  kTypeof,    // typeof operands[0]
  kAssign,    // operands[0] = operands[1]; text "+=" adds
  kFunction,  // functions[number]
};

struct Expr {
  Op op = Op::kOpaque;
  std::uint32_t line = 0, column = 0;
  std::uint32_t begin = 0, end = 0;  // bytes in the file
  std::uint32_t number = 0;
  std::string text;
  std::vector<ExprId> operands;
  std::vector<std::string> names;
};

enum class Act : std::uint8_t {
  kDo,      // value
  kLet,     // target = value
  kReturn,  // value
  kThrow,   // value
  kLeave,   // break, continue
  kIf,      // arms: condition (kNone: else) and block
  kSwitch,  // value; arms: label (kNone: default) and block, empty blocks fall through
  kLoop,    // target of value; arms[0]
  kBlocks,  // arms, one after another, all of them possible (try, catch, with)
};

struct Arm {
  std::vector<ExprId> labels;  // of a switch: any of them; of an if: one condition, none for else
  BlockId block = kNone;
};

struct Statement {
  Act act = Act::kDo;
  ExprId target = kNone, value = kNone;
  std::vector<Arm> arms;
};

struct Block {
  std::vector<Statement> statements;
};

struct Parameter {
  ExprId pattern = kNone;  // kName, or kObject / kList when it is taken apart
  std::string type;
};

struct Function {
  std::string name;   // "Class.method", "object.member"; empty when it has none
  std::string owner;  // class, or object constant, it stands in
  std::uint32_t line = 0;
  bool exported = false;
  std::vector<Parameter> parameters;
  std::vector<ExprId> decorators;
  BlockId body = kNone;
};

struct Class {
  std::string name;
  std::uint32_t line = 0;
  std::vector<std::pair<std::string, ExprId>> fields;      // with a value
  std::vector<std::pair<std::string, std::string>> typed;  // Go's struct fields, Python's annotated ones
};

struct Imported {
  std::string module, name;  // name "*": the module itself
};

struct Program {
  std::vector<Expr> exprs;
  std::vector<Block> blocks;
  std::vector<Function> functions;  // [0] is the file's own top level
  std::vector<Class> classes;
  std::vector<std::pair<std::string, Imported>> imports;  // local name
  bool cut = false;                                       // deeper or larger than is read

  const Expr& at(ExprId id) const { return exprs[id]; }
};

}  // namespace mcpjury::flow
