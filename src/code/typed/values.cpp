#include "code/typed/values.h"

#include <charconv>
#include <utility>

#include "code/typed/literals.h"

namespace mcpjury {
namespace {

using std::string_view;

CodeValue known(Json value) { return {std::move(value), {}}; }

Json number(string_view text) {
  std::string digits;
  for (char c : text) {
    if (c != '_') digits += c;
  }
  std::int64_t whole = 0;
  const char* end = digits.data() + digits.size();
  if (auto [stop, error] = std::from_chars(digits.data(), end, whole); error == std::errc() && stop == end)
    return whole;
  double real = 0;
  if (auto [stop, error] = std::from_chars(digits.data(), end, real); error == std::errc() && stop == end)
    return real;
  return nullptr;
}

bool is_wrapper(string_view type) {
  return type == "parenthesized_expression" || type == "literal_element" || type == "reference_expression" ||
         type == "expression_list" || type == "argument" || type == "value_argument" ||
         type == "type_conversion_expression" || type == "pair" || type == "annotated_lambda" ||
         type == "equals_value_clause" || type == "array_element_initializer";
}

bool is_upper_name(string_view text) {
  if (text.size() < 3) return false;
  for (char c : text) {
    if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) return false;
  }
  return true;
}

std::string as_text(const Json& value) {
  if (value.is_string()) return std::string(view(value.as_string()));
  if (value.is_int64()) return std::to_string(value.as_int64());
  return {};
}

}  // namespace

Json json_text(string_view text) {
  text = trim(text);
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')')
    text = trim(text.substr(1, text.size() - 2));
  // Rust macros allow a comma after the last element.
  std::string strict;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (quote != 0) {
      strict += c;
      if (c == '\\' && at + 1 < text.size())
        strict += text[++at];
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"') quote = c;
    if (c == ',') {
      std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
      if (next != string_view::npos && (text[next] == '}' || text[next] == ']')) continue;
    }
    strict += c;
  }
  auto parsed = parse_json(strict, "literal", {.max_depth = 64, .note_duplicate_keys = false, .storage = {}});
  if (!parsed || !(parsed->value.is_object() || parsed->value.is_array())) return nullptr;
  return std::move(parsed->value);
}

void Values::Bound::bind(const ParsedFile& file, TSNode name, TSNode value, bool constant) {
  string_view text = file.text_of(name);
  if (text.empty() || text == "_" || ts_node_is_null(value)) return;
  auto [at, fresh] = names.try_emplace(text, value);
  if (!fresh) at->second = null_node();  // two meanings: none is certain
  if (constant) constants.try_emplace(text, value);
}

const Values::Bound& Values::collected() const {
  if (bound_) return *bound_;
  Bound& bound = bound_.emplace();
  auto bind = [&](TSNode name, TSNode value, bool constant) { bound.bind(file_, name, value, constant); };
  auto pair_up = [&](TSNode names, TSNode values, bool constant) {
    std::vector<TSNode> left = is_type(names, "expression_list") ? children(names) : std::vector{names};
    std::vector<TSNode> right = is_type(values, "expression_list") ? children(values) : std::vector{values};
    if (left.size() != right.size()) return;
    for (std::size_t at = 0; at < left.size(); ++at) bind(left[at], right[at], constant);
  };
  walk(file_.root(), [&](TSNode node) {
    string_view type = ParsedFile::type_of(node);
    if (type == "const_spec" || type == "var_spec") {  // Go
      pair_up(ParsedFile::field(node, "name"), ParsedFile::field(node, "value"), true);
    } else if (type == "short_var_declaration" || type == "assignment_statement") {
      pair_up(ParsedFile::field(node, "left"), ParsedFile::field(node, "right"), false);
    } else if (type == "const_item" || type == "static_item") {
      bind(ParsedFile::field(node, "name"), ParsedFile::field(node, "value"), true);
    } else if (type == "let_declaration") {
      bind(ParsedFile::field(node, "pattern"), ParsedFile::field(node, "value"), false);
    } else if (type == "variable_declarator") {  // Java, C#
      TSNode value = ParsedFile::field(node, "value");
      std::vector<TSNode> parts = children(node);
      if (ts_node_is_null(value) && parts.size() == 2) value = parts.back();
      bind(ParsedFile::field(node, "name"), value, true);
    } else if (type == "property_declaration" && file_.language() == CodeLanguage::kKotlin) {
      std::vector<TSNode> parts = children(node);
      TSNode name = child_of_type(node, "variable_declaration");
      if (!ts_node_is_null(name) && !parts.empty()) bind(first_child(name), parts.back(), true);
    }
    return true;
  });
  return bound;
}

CodeValue Values::read_name(string_view name, int depth) const {
  auto at = names().find(name);
  if (at == names().end()) return {nullptr, std::string(name)};
  if (ts_node_is_null(at->second)) return {};
  return read(at->second, depth + 1);
}

CodeValue Values::read_sum(TSNode node, int depth) const {
  // Left-leaning chains are unrolled: "a" + "b" + … may be longer than any depth limit.
  std::vector<TSNode> terms;
  TSNode left = node;
  while (is_type(left, "binary_expression") && file_.text_of(ParsedFile::field(left, "operator")) == "+" &&
         terms.size() < kMaxChildren) {
    terms.push_back(ParsedFile::field(left, "right"));
    left = ParsedFile::field(left, "left");
  }
  if (terms.empty()) return {};
  terms.push_back(left);
  std::string sum;
  for (auto at = terms.rbegin(); at != terms.rend(); ++at) {
    CodeValue term = read(*at, depth + 1);
    if (!term.value.is_string() && !term.value.is_int64()) return {};
    sum += as_text(term.value);
    if (sum.size() > kMaxCodeText) return {};
  }
  return known(Json(sum));
}

CodeValue Values::read(TSNode node, int depth) const {
  if (ts_node_is_null(node) || depth > kMaxExpressionDepth || ++evaluations_ > kMaxEvaluations) return {};
  string_view type = ParsedFile::type_of(node);
  if (std::optional<std::string> text = string_literal(file_, node)) return known(Json(*text));
  if (type == "int_literal" || type == "float_literal" || type == "integer_literal" ||
      type == "real_literal" || type == "number_literal" || type == "decimal_integer_literal" ||
      type == "decimal_floating_point_literal") {
    return known(number(file_.text_of(node)));
  }
  if (type == "true" || type == "false" || type == "boolean_literal")
    return known(Json(file_.text_of(node) == "true"));
  if (is_wrapper(type)) return read(first_child(node), depth + 1);
  if (type == "unary_expression" || type == "prefix_unary_expression") {
    string_view text = file_.text_of(node);
    if (text.starts_with('-')) return known(number(text));
    return text.starts_with('&') ? read(ParsedFile::field(node, "operand"), depth + 1) : CodeValue{};
  }
  if (type == "binary_expression") return read_sum(node, depth);
  if (type == "identifier" || type == "simple_identifier") return read_name(file_.text_of(node), depth);
  if (type == "selector_expression" || type == "scoped_identifier" || type == "field_access" ||
      type == "member_access_expression" || type == "navigation_expression") {
    // Some.NAME: a constant of this file by its bare name, when its class is here; else for linking.
    string_view text = file_.text_of(node);
    string_view name = last_name(text.substr(0, 200));
    if (text.size() > 200) return {};
    return read_name(name, depth);
  }
  if (type == "composite_literal") {
    Json value = read_map(ParsedFile::field(node, "body"), depth + 1);
    TSNode of = ParsedFile::field(node, "type");
    bool list =
        is_type(of, "slice_type") || is_type(of, "array_type") || is_type(of, "implicit_length_array_type");
    return known(list && !value.is_array() ? Json(JsonArray()) : value);
  }
  if (type == "literal_value") return known(read_map(node, depth + 1));
  if (type == "macro_invocation") {
    string_view name = last_name(file_.text_of(ParsedFile::field(node, "macro")));
    TSNode tokens = child_of_type(node, "token_tree");
    if (name == "json" || name == "object" || name == "rmcp_object")
      return known(json_text(file_.text_of(tokens)));
    return name == "concat" ? read(tokens, depth + 1) : CodeValue{};
  }
  if (type == "token_tree") {  // what concat! is given
    std::string sum;
    for (TSNode part : children(node)) {
      if (std::optional<std::string> text = string_literal(file_, part)) sum += *text;
    }
    return sum.empty() || sum.size() > kMaxCodeText ? CodeValue{} : known(Json(sum));
  }
  Call call;
  return read_call(file_, node, call) ? read_call_value(call, depth) : CodeValue{};
}

Json Values::read_map(TSNode body, int depth) const {
  JsonObject object;
  JsonArray list;
  for (TSNode element : children(body)) {
    if (!is_type(element, "keyed_element")) {
      Json value = read(element, depth + 1).value;
      if (!value.is_null()) list.push_back(std::move(value));
      continue;
    }
    TSNode key = ParsedFile::field(element, "key"), value = ParsedFile::field(element, "value");
    TSNode inner = first_child(key);
    // A field of a struct stands for itself; schema structs write their JSON names with a capital.
    std::string name = is_type(inner, "identifier") && !constants().contains(file_.text_of(inner))
                           ? std::string(file_.text_of(inner))
                           : as_text(read(inner, depth + 1).value);
    if (name.empty()) continue;
    if (is_type(inner, "identifier") && name.front() >= 'A' && name.front() <= 'Z') {
      name.front() = static_cast<char>(name.front() - 'A' + 'a');
    }
    Json read_value = read(value, depth + 1).value;
    if (!read_value.is_null()) object[name] = std::move(read_value);
  }
  if (!object.empty()) return object;
  if (!list.empty()) return list;
  return JsonObject();
}

Json Values::format(const Call& call, int depth) const {
  if (call.arguments.empty()) return nullptr;
  Json pattern = read(call.arguments[0], depth + 1).value;
  if (!pattern.is_string()) return nullptr;
  string_view text = view(pattern.as_string());
  std::string out;
  std::size_t next = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%' || at + 1 >= text.size()) {
      out += text[at];
      continue;
    }
    char kind = text[++at];
    if (kind == '%') {
      out += '%';
      continue;
    }
    if ((kind != 's' && kind != 'd' && kind != 'v' && kind != 'q') || next >= call.arguments.size())
      return nullptr;
    Json value = read(call.arguments[next++], depth + 1).value;
    if (!value.is_string() && !value.is_int64()) return nullptr;
    out += kind == 'q' ? '"' + as_text(value) + '"' : as_text(value);
    if (out.size() > kMaxCodeText) return nullptr;
  }
  return Json(out);
}

CodeValue Values::read_call_value(const Call& call, int depth) const {
  string_view name = call.name, path = call.path.substr(0, 100);
  std::size_t count = call.arguments.size();
  // Conversions of the value before the dot.
  if (!ts_node_is_null(call.receiver) && count == 0) {
    for (string_view same : {"into", "to_string", "to_owned", "clone", "trimIndent", "trimMargin", "trim",
                             "strip", "Trim", "stripIndent", "as_str", "as_ref", "to_vec"}) {
      if (name != same) continue;
      CodeValue value = read(call.receiver, depth + 1);
      if (!value.value.is_string()) return value;
      std::string text(view(value.value.as_string()));
      if (name == "trimIndent" || name == "stripIndent") text = dedent(text, false);
      if (name == "trimMargin") text = trim_margin(text);
      if (name.starts_with("trim") || name == "strip" || name == "Trim") text = std::string(trim(text));
      return known(Json(text));
    }
  }
  if (name == "nameof" && count == 1) return known(Json(last_name(file_.text_of(call.arguments[0]))));
  if (name == "Sprintf" || (name == "format" && path == "String.format")) return known(format(call, depth));
  if (name == "RawMessage" || name == "TrimSpace" || path == "string" || path == "Some" || path == "Ptr" ||
      path == "String::from" || path == "Cow::Borrowed" || path == "Cow::from" || path == "Arc::new" ||
      path == "Box::new" || name == "JsonPrimitive" || name == "JsonObject" || name == "JsonArray" ||
      name == "object" || path == "std::borrow::Cow::Borrowed" || name == "Ptr" || name == "ToBoolPtr" ||
      name == "BoolPtr" || name == "Bool" || name == "String" || name == "ptr" || name == "ToPtr") {
    return count == 1 ? read(call.arguments[0], depth + 1) : CodeValue{};
  }
  // t("TOOL_X_DESCRIPTION", "text"): the text in absence of a translation.
  if (count == 2) {
    CodeValue key = read(call.arguments[0], depth + 1);
    if (key.value.is_string() && is_upper_name(view(key.value.as_string()))) {
      CodeValue text = read(call.arguments[1], depth + 1);
      if (text.value.is_string()) return text;
    }
  }
  Json composed = read_arguments_map(call, depth);
  return composed.is_null() ? CodeValue{} : known(std::move(composed));
}

CodeValue Values::text(TSNode node) const {
  CodeValue found = value(node);
  if (!found.value.is_null() && !found.value.is_string()) return {};
  return found;
}

std::string Values::plain_text(TSNode node) const { return as_text(value(node).value); }

CodeValue Values::schema(TSNode node) const {
  CodeValue found = value(node);
  if (found.value.is_string()) found.value = json_text(view(found.value.as_string()));
  if (!found.value.is_null() && !found.value.is_object()) return {};
  return found;
}

}  // namespace mcpjury
