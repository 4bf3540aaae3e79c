#include <array>
#include <cstdlib>
#include <utility>

#include "code/interpret/script_lowering.h"

namespace mcpjury::interpret {
namespace {

using namespace std::string_view_literals;

void put_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (code >> 6)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (code >> 12)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else {
    out.push_back(static_cast<char>(0xF0 | (code >> 18)));
    out.push_back(static_cast<char>(0x80 | ((code >> 12) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  }
}

// Reads hex digits at `from`; `count` 0: up to '}' after '{'.
bool hex(std::string_view text, std::size_t from, std::size_t count, std::uint32_t& code,
         std::size_t& after) {
  const bool braces = count == 0;
  if (braces) {
    if (from >= text.size() || text[from] != '{') return false;
    const std::size_t close = text.find('}', from);
    if (close == std::string_view::npos || close - from > 8) return false;
    count = close - from - 1;
    ++from;
  }
  if (count == 0 || from + count > text.size()) return false;
  const std::string digits(text.substr(from, count));
  char* end = nullptr;
  code = static_cast<std::uint32_t>(std::strtoul(digits.c_str(), &end, 16));
  after = from + count + (braces ? 1 : 0);
  return end == digits.c_str() + digits.size() && code <= 0x10FFFF;
}

}  // namespace

std::string unescape(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out.push_back(text[i]);
      continue;
    }
    const char c = text[++i];
    std::uint32_t code = 0;
    std::size_t after = 0;
    if (c == 'n') {
      out.push_back('\n');
    } else if (c == 't') {
      out.push_back('\t');
    } else if (c == 'r') {
      out.push_back('\r');
    } else if (c == '0') {
      out.push_back(' ');  // a NUL in a name or description helps nobody
    } else if (c == '\n') {
      // a line that goes on
    } else if ((c == 'x' && hex(text, i + 1, 2, code, after)) ||
               (c == 'u' && (hex(text, i + 1, 4, code, after) || hex(text, i + 1, 0, code, after)))) {
      i = after - 1;
      std::uint32_t low = 0;
      if (code >= 0xD800 && code < 0xDC00 && text.substr(after, 2) == "\\u" &&
          hex(text, after + 2, 4, low, after) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        i = after - 1;
      }
      put_utf8(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
    } else {
      out.push_back(c);
    }
  }
  return out;
}

bool names_registration(std::string_view text) {
  static constexpr std::array kWords = {".tool("sv,   ".registerTool"sv,   "setRequestHandler"sv,
                                        ".addTool"sv, "registerAppTool"sv, ".addTools"sv,
                                        "setTools"sv};
  for (const std::string_view word : kWords) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string ScriptLowering::key_name(TSNode key) {
  return ParsedFile::type_of(key) == "string" ? string_value(key) : text(key);
}

const Node* ScriptLowering::pattern(TSNode node) {
  const DepthGuard guard(depth_);
  if (ts_node_is_null(node) || guard.too_deep()) return program_.make(Op::kName, 0);
  const std::string_view type = ParsedFile::type_of(node);
  if (type == "object_pattern") return object_pattern(node);
  if (type == "array_pattern") {
    Node* result = make(Op::kArrayPattern, node);
    // Commas count: "[, second]" leaves out the first.
    const Node* item = nullptr;
    for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
      const TSNode child = ts_node_child(node, i);
      const std::string_view kind = ParsedFile::type_of(child);
      if (ts_node_is_named(child)) {
        item = pattern(child);
      } else if (kind == ",") {
        result->kids.push_back(item != nullptr ? item : make(Op::kName, child));
        item = nullptr;
      }
    }
    if (item != nullptr) result->kids.push_back(item);
    return result;
  }
  if (type == "assignment_pattern" || type == "object_assignment_pattern") {
    Node* result = make(Op::kDefault, node);
    result->kids = {pattern(ParsedFile::field(node, "left")), expression(ParsedFile::field(node, "right"))};
    return result;
  }
  if (type == "rest_pattern") {
    Node* result = make(Op::kRest, node);
    result->kids.push_back(pattern(first_named(node)));
    return result;
  }
  if (type == "member_expression" || type == "subscript_expression") return expression(node);
  return make(Op::kName, node, text(node));
}

const Node* ScriptLowering::object_pattern(TSNode node) {
  Node* result = make(Op::kObjectPattern, node);
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 1'000; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    const std::string_view type = ParsedFile::type_of(child);
    if (type == "shorthand_property_identifier_pattern") {
      Node* pair = make(Op::kPair, child, text(child));
      pair->kids.push_back(make(Op::kName, child, text(child)));
      result->kids.push_back(pair);
    } else if (type == "object_assignment_pattern") {
      Node* pair = make(Op::kPair, child, text(ParsedFile::field(child, "left")));
      pair->kids.push_back(pattern(child));
      result->kids.push_back(pair);
    } else if (type == "pair_pattern") {
      Node* pair = make(Op::kPair, child, key_name(ParsedFile::field(child, "key")));
      pair->kids.push_back(pattern(ParsedFile::field(child, "value")));
      result->kids.push_back(pair);
    } else if (type == "rest_pattern") {
      result->kids.push_back(pattern(child));
    }
  }
  return result;
}

const Node* ScriptLowering::function(TSNode node) {
  Node* result = make(Op::kFunction, node);
  FunctionCode* code = program_.function();
  result->function = code;
  code->name = text(ParsedFile::field(node, "name"));
  code->line = ParsedFile::line_of(node);
  code->tree = node;
  code->lowering = this;
  code->arrow = ParsedFile::type_of(node) == "arrow_function";
  const TSNode body = ParsedFile::field(node, "body");
  code->expression = !ts_node_is_null(body) && ParsedFile::type_of(body) != "statement_block";
  code->registers = names_registration(file_.text_of(node));
  const TSNode one = ParsedFile::field(node, "parameter");
  if (!ts_node_is_null(one)) {
    code->parameters.push_back({.pattern = pattern(one), .name = text(one)});
  } else {
    parameters(ParsedFile::field(node, "parameters"), *code);
  }
  return result;
}

void ScriptLowering::parameters(TSNode list, FunctionCode& code) {
  if (ts_node_is_null(list)) return;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(list) && i < 100; ++i) {
    const TSNode item = ts_node_named_child(list, i);
    const std::string_view type = ParsedFile::type_of(item);
    if (type == "comment") continue;
    Parameter parameter;
    if (type == "required_parameter" || type == "optional_parameter") {
      const TSNode target = ParsedFile::field(item, "pattern");
      if (ParsedFile::type_of(target) == "this") continue;
      parameter.pattern = pattern(target);
      const TSNode value = ParsedFile::field(item, "value");
      if (!ts_node_is_null(value)) {
        Node* given = make(Op::kDefault, item);
        given->kids = {parameter.pattern, expression(value)};
        parameter.pattern = given;
      }
      for (std::uint32_t j = 0; j < ts_node_child_count(item) && j < 4; ++j) {
        const std::string_view kind = ParsedFile::type_of(ts_node_child(item, j));
        if (kind == "accessibility_modifier" || kind == "readonly") parameter.keeps = true;
      }
      parameter.name = text(target);
    } else {
      parameter.pattern = pattern(item);
      parameter.name = text(type == "assignment_pattern" ? ParsedFile::field(item, "left") : item);
    }
    code.parameters.push_back(std::move(parameter));
  }
}

void ScriptLowering::body(FunctionCode& code) {
  const TSNode body = ParsedFile::field(code.tree, "body");
  const int outer = std::exchange(depth_, 0);
  code.body = code.expression ? expression(body) : block_of(body);
  depth_ = outer;
}

const Node* ScriptLowering::klass(TSNode node) {
  Node* result = make(Op::kClass, node);
  ClassCode* code = program_.klass();
  result->klass = code;
  code->name = text(ParsedFile::field(node, "name"));
  code->line = ParsedFile::line_of(node);
  code->sdk = file_.text_of(node).find("_registeredTools") != std::string_view::npos &&
              file_.text_of(node).find("setToolRequestHandlers") != std::string_view::npos;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode child = ts_node_named_child(node, i);
    const std::string_view type = ParsedFile::type_of(child);
    if (type == "decorator") code->decorators.push_back(expression(first_named(child)));
    if (type != "class_heritage") continue;
    const TSNode inner = first_named(child);
    const bool clause = ParsedFile::type_of(inner) == "extends_clause";
    code->bases.push_back(expression(clause ? ParsedFile::field(inner, "value") : inner));
  }
  Kids decorators;
  const TSNode body = ParsedFile::field(node, "body");
  for (std::uint32_t i = 0; !ts_node_is_null(body) && i < ts_node_named_child_count(body) && i < 5'000; ++i) {
    member(ts_node_named_child(body, i), *code, decorators);
  }
  return result;
}

void ScriptLowering::member(TSNode node, ClassCode& code, Kids& decorators) {
  const std::string_view type = ParsedFile::type_of(node);
  if (type == "decorator") {
    decorators.push_back(expression(first_named(node)));
    return;
  }
  if (type == "comment") return;
  ClassMember result;
  result.decorators = std::exchange(decorators, {});
  TSNode key = ParsedFile::field(node, "name");
  if (ts_node_is_null(key)) key = ParsedFile::field(node, "property");
  if (ParsedFile::type_of(key) == "computed_property_name") {
    result.key = expression(first_named(key));
  } else if (!ts_node_is_null(key)) {
    result.name = key_name(key);
  }
  for (std::uint32_t i = 0; i < ts_node_child_count(node) && i < 8; ++i) {
    const TSNode part = ts_node_child(node, i);
    const std::string_view kind = ParsedFile::type_of(part);
    if (kind == "static") result.is_static = true;
    if (kind == "get") result.getter = true;
    if (kind == "set") result.setter = true;
    if (kind == "decorator") result.decorators.push_back(expression(first_named(part)));
  }
  if (type == "method_definition") {
    result.function = function(node)->function;
  } else if (type == "field_definition" || type == "public_field_definition") {
    const TSNode value = ParsedFile::field(node, "value");
    result.value = ts_node_is_null(value) ? make(Op::kUndefined, node) : expression(value);
  } else {
    return;
  }
  code.members.push_back(std::move(result));
}

}  // namespace mcpjury::interpret
