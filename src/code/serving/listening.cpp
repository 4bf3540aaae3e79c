// Addresses that a server listens on.
#include "base/ascii.h"
#include "code/serving/context.h"
#include "code/typed/literals.h"

namespace mcpjury {
namespace {

using std::string_view;

bool is_host_name(string_view name) {
  std::string text = ascii::lowered(name.substr(0, 60));
  return text.ends_with("host") || text.ends_with("hostname") || text.ends_with("bind") ||
         text.ends_with("bind_address") || text.ends_with("listen_addr") || text.ends_with("address") ||
         text.ends_with("addr") || text.ends_with("interface");
}

bool is_listen_call(string_view name) {
  std::string text = ascii::lowered(name);
  return text == "listen" || text == "listenandserve" || text == "serve" || text == "run" || text == "bind" ||
         text == "start" || text == "listenandservetls" || text == "run_app" || text == "create_server" ||
         text == "run_http_async" || text == "runserver" || text == "startserver" || text == "run_async" ||
         text == "tcpsite" || text == "embeddedserver";
}

// How the address reaches the network: "high" where it is given to a call that listens, "medium" where it is
// what a host is when nobody says otherwise, empty where it is something else (a comparison, a list of
// names).
string_view use_of(ServingContext& context, TSNode literal) {
  const ParsedFile& file = context.file;
  TSNode node = literal;
  for (int step = 0; step < 8; ++step) {
    TSNode above = ts_node_parent(node);
    string_view type = ParsedFile::type_of(above);
    Call call;
    if (type == "binary_expression" || type == "boolean_operator" || type == "comparison_operator") {
      string_view op = file.text_of(ParsedFile::field(above, "operator"));
      if (op != "||" && op != "??" && op != "or" && op != "+") return {};
    } else if (type == "pair" || type == "keyword_argument" || type == "keyed_element" ||
               type == "value_argument") {
      TSNode key = ParsedFile::field(above, type == "keyword_argument" ? "name" : "key");
      if (type == "value_argument") key = first_child(above);
      string_view name = file.text_of(key);
      if (!name.empty() && (name.front() == '"' || name.front() == '\'') && name.size() > 2)
        name = name.substr(1, name.size() - 2);
      if (is_host_name(name)) return type == "keyword_argument" ? "high" : "medium";
      if (name != "default" && type != "value_argument") return {};
    } else if (type == "variable_declarator" || type == "default_parameter" ||
               type == "typed_default_parameter" || type == "assignment_pattern" || type == "assignment" ||
               type == "assignment_expression" || type == "const_spec" || type == "short_var_declaration" ||
               type == "const_item" || type == "let_declaration") {
      for (string_view field : {"name", "left", "pattern"}) {
        TSNode left = ParsedFile::field(above, field);
        if (!ts_node_is_null(left)) return is_host_name(file.text_of(left)) ? "medium" : string_view();
      }
      return {};
    } else if (read_call(file, above, call)) {
      if (is_listen_call(call.name)) return "high";
      // getenv("HOST", "0.0.0.0"), add_argument("--host", default="0.0.0.0")
      std::string first =
          call.arguments.empty() ? std::string() : context.values.plain_text(call.arguments[0]);
      if (is_host_name(first) && first.size() < 60 && !same_node(call.arguments[0], literal)) return "medium";
      return {};
    } else if (type != "arguments" && type != "argument_list" && type != "parenthesized_expression" &&
               type != "object" && type != "literal_element" && type != "expression_list" &&
               type != "argument" && type != "ternary_expression" && type != "value_arguments") {
      return {};
    }
    node = above;
  }
  return {};
}

}  // namespace

void visit_listening(ServingContext& context, TSNode node) {
  const ParsedFile& file = context.file;
  if (!context.speaks_mcp) return;
  std::optional<std::string> text = string_literal(file, node);
  if (text) {
    bool all =
        *text == "0.0.0.0" || *text == "::" || text->starts_with("0.0.0.0:") || text->starts_with("[::]:");
    string_view use = all ? use_of(context, node) : string_view();
    if (!use.empty()) {
      TSNode shown = ts_node_parent(node);
      add_fact(context, kListensOnAll, shown, *text, is_optional(file, node) ? "low" : use);
    }
    return;
  }
  Call call;
  if (!context.http_mcp || !read_call(file, node, call) || call.arguments.empty()) return;
  // http.ListenAndServe(":8080", …) and sse.Start(":8080") mean every interface.
  if (file.language() == CodeLanguage::kGo &&
      (call.name == "ListenAndServe" || call.name == "Start" || call.name == "Listen")) {
    for (TSNode argument : call.arguments) {
      std::string address = context.values.plain_text(argument);
      if (address.size() > 1 && address.size() <= 6 && address.front() == ':') {
        add_fact(context, kListensOnAll, call.node, address, "medium");
      }
    }
  }
  // listen(port) of Node listens everywhere, which few know who write it.
  if (is_script(file.language()) && call.name == "listen" && !call.is_new) {
    bool names_host = is_type(call.arguments[0], "object") || is_type(call.arguments[0], "string") ||
                      is_type(call.arguments[0], "spread_element");
    if (call.arguments.size() >= 2) {
      string_view second = ParsedFile::type_of(call.arguments[1]);
      names_host = names_host ||
                   (second != "arrow_function" && second != "function_expression" && second != "function");
    }
    std::string first = lower_text(file, call.arguments[0], 60);
    bool probe = contains(lower_text(file, call.receiver, 60), "test");
    if (!names_host && !probe && contains(first, "port"))
      add_fact(context, kListensOnAll, call.node, "listen", "low");
  }
}

}  // namespace mcpjury
