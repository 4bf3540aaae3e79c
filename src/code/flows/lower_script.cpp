// JavaScript, TypeScript and TSX, as written and as compilers leave it: expressions.
#include <algorithm>

#include "code/flows/lower.h"
#include "code/flows/script_lowering.h"

namespace mcpjury::flow {

std::string unquoted(std::string_view literal) {
  if (literal.size() >= 2) literal = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      out += literal[i];
      continue;
    }
    const char c = literal[++i];
    out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return out;
}

// "a" + b + "c" nests to the left as deep as it is long, so it is unrolled.
ExprId Script::binary(TSNode node) {
  const std::string op = text(field(node, "operator"));
  if (op == "+") {
    std::vector<TSNode> parts;
    TSNode left = node;
    while (type(left) == "binary_expression" && file_.text_of(field(left, "operator")) == "+" &&
           parts.size() < 2000) {
      parts.push_back(field(left, "right"));
      left = field(left, "left");
    }
    std::vector<ExprId> operands{expression(left)};
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) operands.push_back(expression(*part));
    return make(Op::kConcat, node, std::move(operands));
  }
  if (op == "&&" || op == "||" || op == "??") {
    std::vector<TSNode> parts;
    TSNode left = node;
    while (type(left) == "binary_expression" && file_.text_of(field(left, "operator")) == op &&
           parts.size() < 2000) {
      parts.push_back(field(left, "right"));
      left = field(left, "left");
    }
    std::vector<ExprId> operands{expression(left)};
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) operands.push_back(expression(*part));
    return make(op == "&&" ? Op::kAnd : op == "||" ? Op::kOr : Op::kChoice, node, std::move(operands));
  }
  const ExprId left = expression(field(node, "left"));
  const ExprId right = expression(field(node, "right"));
  if (op == "===" || op == "==") return make(Op::kCompare, node, {left, right}, "==");
  if (op == "!==" || op == "!=") return make(Op::kCompare, node, {left, right}, "!=");
  if (op == "in" || op == "<" || op == ">" || op == "<=" || op == ">=") {
    return make(Op::kCompare, node, {left, right}, op);
  }
  return make(Op::kOpaque, node, {left, right});
}

ExprId Script::call(TSNode node, Op op, TSNode callee) {
  const TSNode arguments = field(node, "arguments");
  std::vector<ExprId> operands{expression(callee)};
  if (type(arguments) == "template_string") {
    operands.push_back(template_of(arguments));
    return make(op, node, std::move(operands), "`");
  }
  for (const TSNode argument : children(arguments)) operands.push_back(expression(argument));
  return make(op, node, std::move(operands));
}

// Text between holes is whatever the holes leave: older grammars have no node for it.
ExprId Script::template_of(TSNode node) {
  std::vector<ExprId> operands;
  std::uint32_t from = ts_node_start_byte(node) + 1;
  const std::uint32_t end = ts_node_end_byte(node) > 0 ? ts_node_end_byte(node) - 1 : 0;
  const auto literal = [&](std::uint32_t to) {
    if (to <= from) return;
    operands.push_back(make(Op::kText, node, {}, std::string(file_.text().substr(from, to - from))));
  };
  for (const TSNode child : children(node)) {
    if (type(child) != "template_substitution") continue;
    literal(ts_node_start_byte(child));
    from = ts_node_end_byte(child);
    const std::vector<TSNode> inner = children(child);
    if (!inner.empty()) operands.push_back(expression(inner[0]));
  }
  literal(end);
  if (operands.empty()) return make(Op::kText, node);
  if (operands.size() == 1 && program.exprs[operands[0]].op == Op::kText) return operands[0];
  return make(Op::kConcat, node, std::move(operands));
}

ExprId Script::expression(TSNode node) {
  if (none(node) || too_deep()) return make(Op::kOpaque, none(node) ? file_.root() : node);
  const Deeper deeper(depth_);
  const std::string_view kind = type(node);
  if (kind == "identifier" || kind == "this" || kind == "super" || kind == "undefined" || kind == "import") {
    return make(Op::kName, node, {}, text(node));
  }
  if (kind == "string") return make(Op::kText, node, {}, unquoted(file_.text_of(node)));
  if (kind == "template_string") return template_of(node);
  if (kind == "number" || kind == "true" || kind == "false" || kind == "null") {
    return make(Op::kConstant, node, {}, text(node));
  }
  if (kind == "regex") {
    return make(Op::kRegex, node, {}, text(node));
  }
  if (kind == "member_expression") {
    const ExprId inner = expression(field(node, "object"));
    return make(Op::kMember, node, {inner}, text(field(node, "property")));
  }
  if (kind == "subscript_expression") {
    const ExprId inner = expression(field(node, "object"));
    return make(Op::kIndex, node, {inner, expression(field(node, "index"))});
  }
  if (kind == "call_expression") return call(node, Op::kCall, field(node, "function"));
  if (kind == "new_expression") return call(node, Op::kNew, field(node, "constructor"));
  if (kind == "binary_expression") return binary(node);
  if (kind == "unary_expression") {
    const std::string op = text(field(node, "operator"));
    const ExprId inner = expression(field(node, "argument"));
    return make(op == "!" ? Op::kNot : op == "typeof" ? Op::kTypeof : Op::kOpaque, node, {inner});
  }
  if (kind == "assignment_expression" || kind == "augmented_assignment_expression") {
    const TSNode left = field(node, "left");
    const bool name = type(left) == "identifier" || type(left) == "member_expression";
    std::string bound = name ? text(left) : "";
    if (bound.starts_with("exports.")) bound = bound.substr(8);
    const ExprId target = pattern(left);
    const ExprId value = kind == "assignment_expression" ? named(field(node, "right"), bound)
                                                         : expression(field(node, "right"));
    const std::string op = kind == "assignment_expression" ? "=" : text(field(node, "operator"));
    return make(Op::kAssign, node, {target, value}, op);
  }
  if (kind == "ternary_expression") {
    const ExprId condition = expression(field(node, "condition"));
    const ExprId one = expression(field(node, "consequence"));
    const ExprId other = expression(field(node, "alternative"));
    const ExprId id = make(Op::kChoice, node, {one, other, condition});
    program.exprs[id].number = 1;  // the last operand decides and is no value
    return id;
  }
  if (kind == "object") return object(node, "");
  if (kind == "array") {
    std::vector<ExprId> parts;
    for (const TSNode child : children(node)) parts.push_back(expression(child));
    return make(Op::kList, node, std::move(parts));
  }
  if (kind == "arrow_function" || kind == "function_expression" || kind == "function" ||
      kind == "generator_function") {
    const ExprId id = make(Op::kFunction, node);
    const std::uint32_t number = function(node, text(field(node, "name")), "");
    program.exprs[id].number = number;
    return id;
  }
  if (kind == "class") {
    class_of(node, text(field(node, "name")));
    return make(Op::kName, node, {}, text(field(node, "name")));
  }
  const std::vector<TSNode> inner = children(node);
  if (kind == "spread_element") {
    return make(Op::kSpread, node, {inner.empty() ? make(Op::kOpaque, node) : expression(inner[0])});
  }
  if (kind == "sequence_expression") {  // (0, child_process_1.exec)(…): the last one is the value
    TSNode last = node;
    while (type(last) == "sequence_expression") {
      const std::vector<TSNode> parts = children(last);
      if (parts.empty()) return make(Op::kOpaque, node);
      last = parts.back();
    }
    return expression(last);
  }
  if (kind == "await_expression" || kind == "parenthesized_expression" || kind == "as_expression" ||
      kind == "satisfies_expression" || kind == "non_null_expression" || kind == "type_assertion" ||
      kind == "yield_expression") {
    if (inner.empty()) return make(Op::kOpaque, node);
    return expression(kind == "type_assertion" ? inner.back() : inner[0]);
  }
  std::vector<ExprId> parts;
  for (const TSNode child : inner) {
    if (ts_node_child_count(child) > 0 || type(child) == "identifier") parts.push_back(expression(child));
  }
  return make(Op::kOpaque, node, std::move(parts));
}

Program lower_script(const ParsedFile& file) {
  Script script(file);
  script.run();
  return std::move(script.program);
}

}  // namespace mcpjury::flow
