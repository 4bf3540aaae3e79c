#include "code/typed/nodes.h"

namespace mcpjury {

TSNode null_node() { return TSNode{}; }

bool is_type(TSNode node, std::string_view type) {
  return !ts_node_is_null(node) && ParsedFile::type_of(node) == type;
}

bool is_comment(TSNode node) {
  std::string_view type = ParsedFile::type_of(node);
  return type == "comment" || type == "line_comment" || type == "block_comment" ||
         type == "multiline_comment";
}

std::vector<TSNode> children(TSNode node) {
  std::vector<TSNode> found;
  if (ts_node_is_null(node)) return found;
  // A cursor: child by index would be quadratic.
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      TSNode child = ts_tree_cursor_current_node(&cursor);
      if (ts_node_is_named(child) && !is_comment(child)) found.push_back(child);
    } while (found.size() < kMaxChildren && ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

TSNode first_child(TSNode node) {
  std::vector<TSNode> all = children(node);
  return all.empty() ? null_node() : all.front();
}

TSNode child_of_type(TSNode node, std::string_view type) {
  for (TSNode child : children(node)) {
    if (is_type(child, type)) return child;
  }
  return null_node();
}

TSNode ancestor_of_type(TSNode node, std::string_view type) {
  for (int step = 0; step < kMaxAncestors && !ts_node_is_null(node); ++step) {
    node = ts_node_parent(node);
    if (is_type(node, type)) return node;
  }
  return null_node();
}

bool is_test_module(const ParsedFile& file, TSNode node) {
  if (file.language() != CodeLanguage::kRust || !is_type(node, "mod_item")) return false;
  if (file.text_of(ParsedFile::field(node, "name")) == "tests") return true;
  TSNode before = ts_node_prev_named_sibling(node);
  return is_type(before, "attribute_item") && file.text_of(before).find("cfg(test") != std::string_view::npos;
}

bool same_node(TSNode a, TSNode b) { return ts_node_eq(a, b); }

std::string_view last_name(std::string_view name) {
  if (std::size_t bracket = name.find_first_of("<[("); bracket != std::string_view::npos) {
    name = name.substr(0, bracket);
  }
  std::size_t at = name.find_last_of(".:>");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

namespace {

void add_argument(const ParsedFile& file, TSNode node, Call& call) {
  std::string_view key;
  TSNode value = node;
  if (is_type(node, "argument")) {  // C#
    TSNode name = ParsedFile::field(node, "name");
    if (!ts_node_is_null(name)) key = file.text_of(name);
    for (TSNode child : children(node)) {
      if (ts_node_is_null(name) || !same_node(child, name)) value = child;
    }
  } else if (is_type(node, "value_argument")) {  // Kotlin: "name = value" has two children
    std::vector<TSNode> parts = children(node);
    if (parts.size() == 2 && is_type(parts[0], "identifier")) key = file.text_of(parts[0]);
    if (!parts.empty()) value = parts.back();
  } else if (is_type(node, "keyword_argument")) {  // Python
    key = file.text_of(ParsedFile::field(node, "name"));
    value = ParsedFile::field(node, "value");
  }
  call.arguments.push_back(value);
  call.keys.push_back(key);
}

void add_arguments(const ParsedFile& file, TSNode list, Call& call) {
  for (TSNode child : children(list)) add_argument(file, child, call);
}

void set_callee(const ParsedFile& file, TSNode callee, Call& call) {
  // f[T](…) in Go, f::<T>(…) in Rust, f<T>(…) in C#.
  if (is_type(callee, "index_expression")) {
    call.type_arguments = ParsedFile::field(callee, "index");
    callee = ParsedFile::field(callee, "operand");
  } else if (is_type(callee, "type_instantiation_expression")) {
    call.type_arguments = callee;
    callee = ParsedFile::field(callee, "type");
  } else if (is_type(callee, "generic_function")) {
    call.type_arguments = ParsedFile::field(callee, "type_arguments");
    callee = ParsedFile::field(callee, "function");
  }
  call.callee = callee;
  call.path = file.text_of(callee);
  for (std::string_view name : {"operand", "object", "expression", "value", "path"}) {
    TSNode receiver = ParsedFile::field(callee, name);
    if (!ts_node_is_null(receiver)) {
      call.receiver = receiver;
      break;
    }
  }
  for (std::string_view name : {"field", "property", "name", "attribute"}) {
    TSNode member = ParsedFile::field(callee, name);
    if (ts_node_is_null(member)) continue;
    call.name = last_name(file.text_of(member));
    break;
  }
  if (is_type(callee, "navigation_expression")) {
    std::vector<TSNode> parts = children(callee);
    if (parts.size() >= 2) {
      call.receiver = parts.front();
      call.name = file.text_of(parts.back());
    }
  }
  // Only when nothing else names it: the text of a long chain of calls is read once a link otherwise.
  if (call.name.empty()) call.name = last_name(call.path);
}

}  // namespace

bool read_call(const ParsedFile& file, TSNode node, Call& call) {
  std::string_view type = ParsedFile::type_of(node);
  // Asked of every node of a tree: what is no call must cost nothing.
  if (type != "call" && !type.ends_with("_expression") && type != "method_invocation") return false;
  call = Call{};
  call.node = node;
  if (type == "method_invocation") {  // Java
    call.receiver = ParsedFile::field(node, "object");
    call.callee = ParsedFile::field(node, "name");
    call.name = call.path = file.text_of(call.callee);
  } else if (type == "object_creation_expression" || type == "new_expression") {
    call.is_new = true;
    call.callee = ParsedFile::field(node, type == "new_expression" ? "constructor" : "type");
    call.path = file.text_of(call.callee);
    call.name = last_name(call.path);
  } else if (type == "call_expression" && file.language() == CodeLanguage::kKotlin) {
    // f(a) { … } is a call of the call f(a) with a lambda.
    std::vector<TSNode> parts = children(node);
    if (parts.empty()) return false;
    Call inner;
    if (parts.size() == 2 && is_type(parts[1], "annotated_lambda") && is_type(parts[0], "call_expression") &&
        is_type(children(parts[0]).back(), "value_arguments")) {
      if (!read_call(file, parts[0], inner)) return false;
      call = inner;
      call.node = node;
      call.arguments.push_back(parts[1]);
      call.keys.emplace_back();
      return true;
    }
    set_callee(file, parts[0], call);
    for (std::size_t at = 1; at < parts.size(); ++at) {
      if (is_type(parts[at], "value_arguments")) add_arguments(file, parts[at], call);
      if (is_type(parts[at], "type_arguments")) call.type_arguments = parts[at];
      if (is_type(parts[at], "annotated_lambda")) {
        call.arguments.push_back(parts[at]);
        call.keys.emplace_back();
      }
    }
    return true;
  } else if (type == "call_expression" || type == "invocation_expression" || type == "call") {
    set_callee(file, ParsedFile::field(node, "function"), call);
  } else {
    return false;
  }
  add_arguments(file, ParsedFile::field(node, "arguments"), call);
  return true;
}

std::vector<Call> calls_on(const ParsedFile& file, TSNode call) {
  constexpr std::size_t kMaxLinks = 60;
  std::vector<Call> found;
  TSNode current = call;
  while (found.size() < kMaxLinks) {
    TSNode above = ts_node_parent(current);
    Call next;
    if (is_type(above, "await_expression") || is_type(above, "try_expression")) {
      current = above;
      continue;
    }
    if (!read_call(file, above, next)) {
      if (ts_node_is_null(above)) break;
      TSNode upper = ts_node_parent(above);
      if (!read_call(file, upper, next)) break;
    }
    if (ts_node_is_null(next.receiver) || !same_node(next.receiver, current)) break;
    found.push_back(next);
    current = next.node;
  }
  return found;
}

TSNode argument(const Call& call, std::string_view key, std::size_t position) {
  for (std::size_t at = 0; at < call.keys.size(); ++at) {
    if (!key.empty() && call.keys[at] == key) return call.arguments[at];
  }
  if (position < call.arguments.size() && call.keys[position].empty()) return call.arguments[position];
  return null_node();
}

}  // namespace mcpjury
