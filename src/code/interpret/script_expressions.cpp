#include <cstdlib>
#include <utility>

#include "code/interpret/script_lowering.h"

namespace mcpjury::interpret {
namespace {

bool is_comment(TSNode node) { return ParsedFile::type_of(node) == "comment"; }

}  // namespace

const Node* ScriptLowering::expression(TSNode node) {
  if (ts_node_is_null(node)) return program_.make(Op::kUndefined, 0);
  const DepthGuard guard(depth_);
  if (guard.too_deep() || program_.full()) return unknown(node);
  return expression_of(node, ParsedFile::type_of(node));
}

const Node* ScriptLowering::expression_of(TSNode node, std::string_view type) {
  if (type == "string") return make(Op::kString, node, string_value(node));
  if (type == "identifier" || type == "shorthand_property_identifier" || type == "property_identifier") {
    return make(Op::kName, node, text(node));
  }
  if (type == "member_expression") {
    const TSNode property = ParsedFile::field(node, "property");
    Node* member = make(Op::kMember, node, text(property));
    member->kids.push_back(expression(ParsedFile::field(node, "object")));
    return member;
  }
  if (type == "call_expression") return call(node, Op::kCall, "function");
  if (type == "new_expression") return call(node, Op::kNew, "constructor");
  if (type == "object") return object(node);
  if (type == "array") {
    Node* array = make(Op::kArray, node);
    Kids kids;
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      do {
        const TSNode child = ts_tree_cursor_current_node(&cursor);
        if (ts_node_is_named(child) && !is_comment(child)) kids.push_back(expression(child));
      } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
    array->kids = std::move(kids);
    return array;
  }
  if (type == "arrow_function" || type == "function_expression" || type == "function" ||
      type == "generator_function" || type == "method_definition") {
    return function(node);
  }
  if (type == "template_string") return template_string(node);
  if (type == "number") {
    Node* number = make(Op::kNumber, node);
    std::string digits = text(node);
    std::erase(digits, '_');
    number->number = std::strtod(digits.c_str(), nullptr);
    return number;
  }
  if (type == "true") return make(Op::kTrue, node);
  if (type == "false") return make(Op::kFalse, node);
  if (type == "null") return make(Op::kNull, node);
  if (type == "undefined") return make(Op::kUndefined, node);
  if (type == "this") return make(Op::kThis, node);
  if (type == "super") return make(Op::kSuper, node);
  if (type == "spread_element") {
    Node* spread = make(Op::kSpread, node);
    spread->kids.push_back(expression(first_named(node)));
    return spread;
  }
  if (type == "subscript_expression") {
    Node* index = make(Op::kIndex, node);
    index->kids = {expression(ParsedFile::field(node, "object")),
                   expression(ParsedFile::field(node, "index"))};
    return index;
  }
  if (type == "parenthesized_expression" || type == "await_expression" || type == "as_expression" ||
      type == "satisfies_expression" || type == "non_null_expression" || type == "yield_expression") {
    TSNode inner = first_named(node);
    if (is_comment(inner)) inner = ts_node_named_child(node, 1);
    return expression(inner);
  }
  if (type == "type_assertion") return expression(ts_node_named_child(node, 1));
  if (type == "ternary_expression") {
    Node* choice = make(Op::kConditional, node);
    choice->kids = {expression(ParsedFile::field(node, "condition")),
                    expression(ParsedFile::field(node, "consequence")),
                    expression(ParsedFile::field(node, "alternative"))};
    return choice;
  }
  if (type == "binary_expression") return binary(node);
  if (type == "unary_expression") {
    const std::string op = text(ParsedFile::field(node, "operator"));
    if (op == "void") return make(Op::kUndefined, node);
    const Node* argument = expression(ParsedFile::field(node, "argument"));
    if (op == "-" && argument->op == Op::kNumber) {
      Node* number = make(Op::kNumber, node);
      number->number = -argument->number;
      return number;
    }
    if (op != "!" && op != "typeof") return unknown(node);
    Node* result = make(op == "!" ? Op::kNot : Op::kTypeOf, node);
    result->kids.push_back(argument);
    return result;
  }
  if (type == "assignment_expression") return assignment(node, "");
  if (type == "augmented_assignment_expression") {
    return assignment(node, text(ParsedFile::field(node, "operator")));
  }
  if (type == "sequence_expression") {
    Node* sequence = make(Op::kSequence, node);
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
      sequence->kids.push_back(expression(ts_node_named_child(node, i)));
    }
    return sequence;
  }
  if (type == "class") return klass(node);
  return unknown(node);
}

const Node* ScriptLowering::assignment(TSNode node, std::string_view op) {
  Node* assign = make(Op::kAssign, node, std::string(op));
  const TSNode left = ParsedFile::field(node, "left");
  const std::string_view type = ParsedFile::type_of(left);
  const bool is_pattern = type == "object_pattern" || type == "array_pattern";
  assign->kids = {is_pattern ? pattern(left) : expression(left),
                  expression(ParsedFile::field(node, "right"))};
  return assign;
}

const Node* ScriptLowering::binary(TSNode node) {
  const std::string op = text(ParsedFile::field(node, "operator"));
  Op kind = Op::kUnknown;
  if (op == "+") kind = Op::kPlus;
  if (op == "||") kind = Op::kOr;
  if (op == "&&") kind = Op::kAnd;
  if (op == "??") kind = Op::kCoalesce;
  if (op == "===" || op == "==" || op == "!==" || op == "!=") kind = Op::kEqual;
  if (op == "in") kind = Op::kIn;
  if (kind == Op::kUnknown) return unknown(node);
  Node* result = make(kind, node);
  if (op[0] == '!') result->number = 1;
  result->kids = {expression(ParsedFile::field(node, "left")), expression(ParsedFile::field(node, "right"))};
  return result;
}

const Node* ScriptLowering::call(TSNode node, Op op, std::string_view callee) {
  Node* result = make(op, node);
  const TSNode target = ParsedFile::field(node, callee);
  const TSNode arguments = ParsedFile::field(node, "arguments");
  Kids kids;
  if (ParsedFile::type_of(target) == "import") {
    kids.push_back(make(Op::kName, node, "require"));
    result->other = "import";
  } else {
    kids.push_back(expression(target));
  }
  if (ParsedFile::type_of(arguments) == "template_string") {
    result->other = "template";
    kids.push_back(template_string(arguments));
  } else if (!ts_node_is_null(arguments)) {
    for (std::uint32_t i = 0; i < ts_node_named_child_count(arguments) && i < 2'000; ++i) {
      const TSNode argument = ts_node_named_child(arguments, i);
      if (!is_comment(argument)) kids.push_back(expression(argument));
    }
  }
  result->kids = std::move(kids);
  return result;
}

const Node* ScriptLowering::object(TSNode node) {
  Node* result = make(Op::kObject, node);
  Kids kids;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      const std::string_view type = ParsedFile::type_of(child);
      if (type == "pair") {
        const TSNode key = ParsedFile::field(child, "key");
        const TSNode value = ParsedFile::field(child, "value");
        if (ParsedFile::type_of(key) == "computed_property_name") {
          Node* pair = make(Op::kComputed, child);
          pair->kids = {expression(first_named(key)), expression(value)};
          kids.push_back(pair);
        } else {
          Node* pair = make(Op::kPair, child, key_name(key));
          pair->kids.push_back(expression(value));
          kids.push_back(pair);
        }
      } else if (type == "shorthand_property_identifier") {
        Node* pair = make(Op::kPair, child, text(child));
        pair->kids.push_back(make(Op::kName, child, text(child)));
        kids.push_back(pair);
      } else if (type == "spread_element") {
        kids.push_back(expression(child));
      } else if (type == "method_definition") {
        const bool getter = ParsedFile::type_of(ts_node_child(child, 0)) == "get";
        Node* pair =
            make(getter ? Op::kGetter : Op::kPair, child, key_name(ParsedFile::field(child, "name")));
        pair->kids.push_back(function(child));
        kids.push_back(pair);
      }
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  result->kids = std::move(kids);
  return result;
}

const Node* ScriptLowering::template_string(TSNode node) {
  Node* result = make(Op::kConcat, node);
  // Text between the holes is taken by position: grammars differ in whether they name it.
  std::uint32_t from = ts_node_start_byte(node) + 1;
  const std::uint32_t end = ts_node_end_byte(node) > 0 ? ts_node_end_byte(node) - 1 : 0;
  const auto piece = [&](std::uint32_t to) {
    if (to > from) {
      result->kids.push_back(make(Op::kString, node, unescape(file_.text().substr(from, to - from))));
    }
  };
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 2'000; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (ParsedFile::type_of(child) != "template_substitution") continue;
    piece(ts_node_start_byte(child));
    from = ts_node_end_byte(child);
    result->kids.push_back(expression(first_named(child)));
  }
  piece(end);
  return result;
}

std::string ScriptLowering::string_value(TSNode node) {
  std::string_view quoted = file_.text_of(node);
  if (quoted.size() < 2) return {};
  return unescape(quoted.substr(1, quoted.size() - 2));
}

}  // namespace mcpjury::interpret
