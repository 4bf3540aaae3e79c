// Answers that let any web page read them: a reflected Origin, a wildcard with credentials.
#include "base/ascii.h"
#include "code/serving/context.h"
#include "code/typed/literals.h"

namespace mcpjury {
namespace {

using std::string_view;

// Whether something above compares the origin with what is allowed.
bool is_checked(const ParsedFile& file, TSNode node) {
  for (int step = 0; step < 20; ++step) {
    node = ts_node_parent(node);
    if (ts_node_is_null(node)) return false;
    string_view type = ParsedFile::type_of(node);
    if (type == "if_statement" || type == "ternary_expression" || type == "conditional_expression" ||
        type == "if_expression") {
      std::string condition = lower_text(file, ParsedFile::field(node, "condition"), 300);
      if (contains_any(condition,
                       {"allow", "includes", "has(", "test(", "match", "===", "==", "indexof", "startswith",
                        "some(", "valid", "trusted", "contains", " in ", "local", "whitelist"})) {
        return true;
      }
    }
    if (contains(type, "function") || contains(type, "method_d")) {
      // A function that refuses other origins first, or is told which are allowed.
      std::string body = lower_text(file, node, 4'000);
      return contains_any(
          body, {"allowedorigin", "allowed_origin", "isallowed", "alloworigin(", "403", "validateorigin",
                 "trustedorigin", "isorigin", "allowlist", "whitelist", "checkorigin"});
    }
  }
  return false;
}

// The request's own Origin: req.headers.origin, r.Header.Get("Origin"), request.headers["origin"].
bool is_request_origin(ServingContext& context, TSNode node) {
  std::string text = lower_text(context.file, node, 200);
  bool header =
      contains_any(text, {"headers.origin", "headers[\"origin\"", "headers['origin'", "get(\"origin\"",
                          "get('origin'", "header(\"origin\"", "header('origin'", "getheader(\"origin\""});
  if (header) return !contains_any(text, {"allow", "?", "includes"}) || contains_any(text, {"?? ", "|| "});
  if (!is_type(node, "identifier")) return false;
  auto at = context.values.names().find(context.file.text_of(node));
  if (at == context.values.names().end() || ts_node_is_null(at->second)) return false;
  std::string from = lower_text(context.file, at->second, 200);
  return contains_any(from, {"headers.origin", "headers[\"origin\"", "headers['origin'", "get(\"origin\"",
                             "get('origin'"}) &&
         !contains_any(from, {"allow", "includes"});
}

std::string member_text(const ParsedFile& file, TSNode object, string_view key) {
  for (TSNode pair : children(object)) {
    TSNode name = ParsedFile::field(pair, "key");
    if (file.text_of(name) == key) return std::string(file.text_of(ParsedFile::field(pair, "value")));
  }
  return {};
}

bool is_star(string_view text) {
  return text == "\"*\"" || text == "'*'" || text == "[\"*\"]" || text == "['*']" || text == "`*`" ||
         text == "[]string{\"*\"}";
}

}  // namespace

bool may_hold_origins(string_view text) {
  return contains_any(text, {"access-control", "cors", "_credentials"});
}

void visit_origins(ServingContext& context, TSNode node) {
  const ParsedFile& file = context.file;
  Call call;
  if (is_type(node, "pair") && is_script(file.language())) {
    string_view key = file.text_of(ParsedFile::field(node, "key"));
    TSNode value = ParsedFile::field(node, "value");
    if (contains(ascii::lowered(key.substr(0, 60)), "access-control-allow-origin") &&
        is_request_origin(context, value) && !is_checked(file, node)) {
      add_fact(context, kOriginReflected, node, "Access-Control-Allow-Origin", "medium");
    }
    return;
  }
  if (is_type(node, "composite_literal") &&
      contains(lower_text(file, ParsedFile::field(node, "type"), 60), "cors")) {
    TSNode body = ParsedFile::field(node, "body");
    bool all = member_text(file, body, "AllowAllOrigins") == "true" ||
               is_star(member_text(file, body, "AllowOrigins")) ||
               is_star(member_text(file, body, "AllowedOrigins"));
    if (all && member_text(file, body, "AllowCredentials") == "true")
      add_fact(context, kCorsWildcard, node, "cors", "high");
    return;
  }
  if (!read_call(file, node, call) || call.arguments.empty()) return;
  if (is_script(file.language()) && call.name == "cors" && is_type(call.arguments[0], "object")) {
    std::string origin = member_text(file, call.arguments[0], "origin");
    bool credentials = member_text(file, call.arguments[0], "credentials") == "true";
    if (origin == "true" && credentials) add_fact(context, kOriginReflected, node, "cors", "high");
    if (is_star(origin) && credentials) add_fact(context, kCorsWildcard, node, "cors", "high");
    return;
  }
  if (file.language() == CodeLanguage::kPython) {
    string_view origins, credentials;
    for (std::size_t at = 0; at < call.arguments.size(); ++at) {
      if (call.keys[at] == "allow_origins" || call.keys[at] == "origins")
        origins = file.text_of(call.arguments[at]);
      if (call.keys[at] == "allow_credentials" || call.keys[at] == "supports_credentials")
        credentials = file.text_of(call.arguments[at]);
    }
    if (is_star(origins) && credentials == "True")
      add_fact(context, kCorsWildcard, node, "allow_origins", "high");
  }
  // setHeader("Access-Control-Allow-Origin", req.headers.origin)
  if (call.arguments.size() == 2 &&
      contains(ascii::lowered(context.values.plain_text(call.arguments[0])), "access-control-allow-origin")) {
    if (is_request_origin(context, call.arguments[1]) && !is_checked(file, node)) {
      add_fact(context, kOriginReflected, node, "Access-Control-Allow-Origin", "high");
    }
  }
}

}  // namespace mcpjury
