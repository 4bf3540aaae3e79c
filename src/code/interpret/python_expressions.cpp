// Expressions of Python.
#include <cstdlib>
#include <utility>

#include "code/interpret/python_lowering.h"
#include "code/interpret/script_lowering.h"

namespace mcpjury::interpret {
const Node* PythonLowering::expression(TSNode node) {
  if (ts_node_is_null(node)) return program_.make(Op::kUndefined, 0);
  const DepthGuard guard(depth_);
  if (guard.too_deep() || program_.full()) return make(Op::kUnknown, node);
  return expression_of(node, ParsedFile::type_of(node));
}

const Node* PythonLowering::expression_of(TSNode node, std::string_view type) {
  if (type == "identifier") return make(Op::kName, node, text(node));
  if (type == "string") return string(node);
  if (type == "concatenated_string") {
    Node* result = make(Op::kConcat, node);
    std::string joined;
    bool literal = true;
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 2'000; ++i) {
      const Node* piece = expression(ts_node_named_child(node, i));
      literal = literal && piece->op == Op::kString;
      joined += piece->text;
      result->kids.push_back(piece);
    }
    return literal ? make(Op::kString, node, std::move(joined)) : result;
  }
  if (type == "attribute") {
    Node* member = make(Op::kMember, node, text(field(node, "attribute")));
    member->kids.push_back(expression(field(node, "object")));
    return member;
  }
  if (type == "call") return call(node);
  if (type == "type" || type == "parenthesized_expression" || type == "await" || type == "expression_list" ||
      type == "constrained_type") {
    return expression(first_named(node));
  }
  if (type == "list" || type == "tuple" || type == "set") {
    Node* array = make(Op::kArray, node);
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
      const TSNode item = ts_node_named_child(node, i);
      if (ParsedFile::type_of(item) != "comment") array->kids.push_back(expression(item));
    }
    return array;
  }
  if (type == "list_splat" || type == "dictionary_splat") {
    Node* spread = make(Op::kSpread, node, type == "list_splat" ? "" : "**");
    spread->kids.push_back(expression(first_named(node)));
    return spread;
  }
  if (type == "dictionary") return dictionary(node);
  if (type == "integer" || type == "float") {
    Node* number = make(Op::kNumber, node);
    std::string digits = text(node);
    std::erase(digits, '_');
    number->number = std::strtod(digits.c_str(), nullptr);
    return number;
  }
  if (type == "true") return make(Op::kTrue, node);
  if (type == "false") return make(Op::kFalse, node);
  if (type == "none") return make(Op::kNull, node);
  if (type == "subscript" || type == "generic_type") {
    Node* result = make(Op::kSubscript, node);
    const bool generic = type == "generic_type";
    const TSNode object = generic ? first_named(node) : field(node, "value");
    result->kids.push_back(expression(object));
    const TSNode holder = generic ? ts_node_named_child(node, 1) : node;
    for (std::uint32_t i = 0; !ts_node_is_null(holder) && i < ts_node_named_child_count(holder) && i < 200;
         ++i) {
      const TSNode part = ts_node_named_child(holder, i);
      if (!ts_node_eq(part, object)) result->kids.push_back(expression(part));
    }
    return result;
  }
  if (type == "assignment") {
    const TSNode value = field(node, "right");
    if (ts_node_is_null(value)) return make(Op::kUndefined, node);  // "x: int" alone
    Node* assign = make(Op::kAssign, node);
    assign->kids = {pattern(field(node, "left")), expression(value)};
    return assign;
  }
  if (type == "augmented_assignment") {
    Node* assign = make(Op::kAssign, node, text(field(node, "operator")));
    assign->kids = {expression(field(node, "left")), expression(field(node, "right"))};
    return assign;
  }
  if (type == "binary_operator" || type == "boolean_operator" || type == "union_type") {
    const std::string op = type == "union_type" ? "|" : text(field(node, "operator"));
    Op kind = Op::kUnknown;
    if (op == "+") kind = Op::kPlus;
    if (op == "or") kind = Op::kOr;
    if (op == "and") kind = Op::kAnd;
    if (op == "|") kind = Op::kTuple;  // only types are joined with it where it matters to us
    if (kind == Op::kUnknown) return make(Op::kUnknown, node);
    Node* result = make(kind, node, op == "|" ? "|" : "");
    if (type == "union_type") {
      result->kids = {expression(ts_node_named_child(node, 0)), expression(ts_node_named_child(node, 1))};
    } else {
      result->kids = {expression(field(node, "left")), expression(field(node, "right"))};
    }
    return result;
  }
  if (type == "comparison_operator" && ts_node_named_child_count(node) == 2) {
    const std::string op = text(ts_node_child(node, 1));
    if (op != "==" && op != "!=" && op != "is") return make(Op::kUnknown, node);
    Node* result = make(Op::kEqual, node);
    result->number = op == "!=" ? 1 : 0;
    result->kids = {expression(ts_node_named_child(node, 0)), expression(ts_node_named_child(node, 1))};
    return result;
  }
  if (type == "not_operator") {
    Node* result = make(Op::kNot, node);
    result->kids.push_back(expression(field(node, "argument")));
    return result;
  }
  if (type == "conditional_expression") {
    Node* choice = make(Op::kConditional, node);
    choice->kids = {expression(ts_node_named_child(node, 1)), expression(ts_node_named_child(node, 0)),
                    expression(ts_node_named_child(node, 2))};
    return choice;
  }
  if (type == "lambda") return function(node);
  if (type == "list_comprehension" || type == "generator_expression" || type == "set_comprehension") {
    return comprehension(node);
  }
  return make(Op::kUnknown, node);
}

const Node* PythonLowering::string(TSNode node) {
  std::string prefix;
  std::string_view whole = file_.text_of(node);
  const std::size_t quote = whole.find_first_of("'\"");
  if (quote == std::string_view::npos) return make(Op::kUnknown, node);
  prefix = std::string(whole.substr(0, quote));
  const bool triple = whole.substr(quote, 3) == "\"\"\"" || whole.substr(quote, 3) == "'''";
  const std::size_t marks = triple ? 3 : 1;
  if (whole.size() < quote + 2 * marks) return make(Op::kUnknown, node);
  const bool raw = prefix.find_first_of("rR") != std::string::npos;
  const auto piece = [&](std::string_view text_piece) {
    return raw ? std::string(text_piece) : unescape(text_piece);
  };
  const std::uint32_t begin = ts_node_start_byte(node);
  if (prefix.find_first_of("fF") == std::string::npos) {
    return make(Op::kString, node, piece(whole.substr(quote + marks, whole.size() - quote - 2 * marks)));
  }
  Node* result = make(Op::kConcat, node);
  std::size_t from = quote + marks;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 1'000; ++i) {
    const TSNode part = ts_node_named_child(node, i);
    if (ParsedFile::type_of(part) != "interpolation") continue;
    const std::size_t at = ts_node_start_byte(part) - begin;
    if (at > from) result->kids.push_back(make(Op::kString, part, piece(whole.substr(from, at - from))));
    result->kids.push_back(expression(first_named(part)));
    from = ts_node_end_byte(part) - begin;
  }
  const std::size_t end = whole.size() - marks;
  if (end > from) result->kids.push_back(make(Op::kString, node, piece(whole.substr(from, end - from))));
  return result;
}

const Node* PythonLowering::call(TSNode node) {
  Node* result = make(Op::kCall, node);
  Kids kids{expression(field(node, "function"))};
  const TSNode list = field(node, "arguments");
  if (ParsedFile::type_of(list) == "generator_expression") {
    kids.push_back(expression(list));
  } else {
    for (std::uint32_t i = 0; !ts_node_is_null(list) && i < ts_node_named_child_count(list) && i < 2'000;
         ++i) {
      const TSNode item = ts_node_named_child(list, i);
      const std::string_view type = ParsedFile::type_of(item);
      if (type == "comment") continue;
      if (type == "keyword_argument") {
        Node* keyword = make(Op::kKeyword, item, text(field(item, "name")));
        keyword->kids.push_back(expression(field(item, "value")));
        kids.push_back(keyword);
      } else {
        kids.push_back(expression(item));
      }
    }
  }
  result->kids = std::move(kids);
  return result;
}

const Node* PythonLowering::dictionary(TSNode node) {
  Node* result = make(Op::kObject, node);
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode item = ts_node_named_child(node, i);
    const std::string_view type = ParsedFile::type_of(item);
    if (type == "pair") {
      Node* pair = make(Op::kComputed, item);
      pair->kids = {expression(field(item, "key")), expression(field(item, "value"))};
      result->kids.push_back(pair);
    } else if (type == "dictionary_splat") {
      result->kids.push_back(expression(item));
    }
  }
  return result;
}

// [f(x) for x in xs if …] as xs.map(x => f(x)); the condition is not known, so every item stays.
const Node* PythonLowering::comprehension(TSNode node) {
  TSNode clause{};
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode part = ts_node_named_child(node, i);
    if (ParsedFile::type_of(part) == "for_in_clause") {
      clause = part;
      break;
    }
  }
  if (ts_node_is_null(clause)) return make(Op::kUnknown, node);
  FunctionCode* code = program_.function();
  code->line = ParsedFile::line_of(node);
  code->expression = true;
  code->arrow = true;
  code->parameters.push_back({.pattern = pattern(field(clause, "left")), .name = {}});
  code->body = expression(field(node, "body"));
  Node* function_node = make(Op::kFunction, node);
  function_node->function = code;
  Node* member = make(Op::kMember, node, "map");
  member->kids.push_back(expression(field(clause, "right")));
  Node* result = make(Op::kCall, node);
  result->kids = {member, function_node};
  return result;
}

}  // namespace mcpjury::interpret
