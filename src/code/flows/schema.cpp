#include <algorithm>

#include "code/flows/handlers.h"

namespace mcpjury::flow {
namespace {

constexpr int kMaxSchemaDepth = 16;

bool tight_regex(std::string_view regex) {
  return regex.find('^') != std::string_view::npos && regex.find('$') != std::string_view::npos &&
         regex.find(".*") == std::string_view::npos && regex.find(".+") == std::string_view::npos;
}

// z.number().optional(), z.enum([...]), z.string().regex(/^[a-z]+$/), z.array(z.number())
bool harmless(const Program& program, const Names& names, ExprId id, int depth) {
  if (id == kNone || depth > kMaxSchemaDepth) return false;
  const ExprId meant = names.meaning(id);
  const Expr& expr = program.at(meant);
  if (expr.op != Op::kCall) return false;
  const Expr& callee = program.at(expr.operands[0]);
  static constexpr std::string_view kHarmless[] = {"number", "boolean", "enum",  "literal", "nativeEnum",
                                                   "date",   "bigint",  "int",   "uuid",    "datetime",
                                                   "ip",     "cuid",    "cuid2", "ulid",    "null"};
  if (std::find(std::begin(kHarmless), std::end(kHarmless), callee.text) != std::end(kHarmless)) return true;
  if (callee.text == "regex" && expr.operands.size() > 1) {
    const Expr& regex = program.at(names.meaning(expr.operands[1]));
    if (regex.op == Op::kRegex && tight_regex(regex.text)) return true;
  }
  if (callee.text == "array" && expr.operands.size() > 1)
    return harmless(program, names, expr.operands[1], depth + 1);
  if (callee.text == "union" && expr.operands.size() > 1) {
    const Expr& list = program.at(names.meaning(expr.operands[1]));
    return !list.operands.empty() && std::all_of(list.operands.begin(), list.operands.end(), [&](ExprId one) {
      return harmless(program, names, one, depth + 1);
    });
  }
  return callee.op == Op::kMember && harmless(program, names, callee.operands[0], depth + 1);
}

void collect(const Program& program, const Names& names, ExprId id, std::vector<std::string>& into,
             int depth) {
  if (id == kNone || depth > kMaxSchemaDepth || into.size() > 200) return;
  const Expr& expr = program.at(names.meaning(id));
  if (expr.op == Op::kObject) {
    for (std::size_t i = 0; i < expr.operands.size() && i < expr.names.size(); ++i) {
      if (expr.names[i] == "...") {
        collect(program, names, expr.operands[i], into, depth + 1);
      } else if (harmless(program, names, expr.operands[i], 0)) {
        into.push_back("." + expr.names[i]);
      }
    }
    return;
  }
  if (expr.op == Op::kMember && expr.text == "shape")
    return collect(program, names, expr.operands[0], into, depth + 1);
  if (expr.op != Op::kCall) return;
  // z.object({…}).strict(): both the call's own argument and what it is chained on.
  if (expr.operands.size() > 1) collect(program, names, expr.operands[1], into, depth + 1);
  const Expr& callee = program.at(expr.operands[0]);
  if (callee.op == Op::kMember) collect(program, names, callee.operands[0], into, depth + 1);
}

}  // namespace

std::vector<std::string> harmless_members(const Program& program, const Names& names, ExprId schema) {
  std::vector<std::string> found;
  collect(program, names, schema, found, 0);
  return found;
}

}  // namespace mcpjury::flow
