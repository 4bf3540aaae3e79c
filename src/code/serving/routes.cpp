// HTTP routes that lead to MCP, and whether somebody checks who is asking.
//
// A route counts as authenticated when a name of authentication stands in its registration, in its handler,
// on the group or router it hangs on, or in a middleware set up before it. That is generous on purpose: a
// route is only called open where nothing of the kind can be seen.
#include <map>
#include <utility>

#include "base/ascii.h"
#include "code/serving/context.h"

namespace mcpjury {
namespace {

using std::string_view;

bool is_mcp_path(string_view path) {
  if (path.empty() || path.front() != '/' || path.size() > 200 || contains(path, ".well-known") ||
      contains(path, "://") || contains_any(path, {" ", "auth", "login", "register", "token"})) {
    return false;
  }
  std::string part;
  bool found = false;
  auto check = [&] {
    if (part == "mcp" || part == "sse" || part == "message" || part == "messages" ||
        part.starts_with("mcp_") || part.starts_with("mcp-")) {
      found = true;
    }
    part.clear();
  };
  for (char c : ascii::lowered(path)) {
    if (c == '/')
      check();
    else
      part += c;
  }
  check();
  return found;
}

bool is_router_word(string_view name) {
  for (string_view word :
       {"get",           "post",         "put",          "delete",        "patch",  "all",       "any",
        "use",           "route",        "handle",       "handlefunc",    "mapmcp", "mapget",    "mappost",
        "map",           "nest",         "nest_service", "route_service", "mount",  "add_route", "mount_sse",
        "add_api_route", "custom_route", "api_route",    "group"}) {
    if (name == word) return true;
  }
  return false;
}

class Routes {
 public:
  explicit Routes(ServingContext& context) : context_(context), file_(context.file) {}

  void read() {
    walk(file_.root(), [&](TSNode node) {
      if (is_test_module(file_, node)) return false;
      collect_function(node);
      return true;
    });
    walk(file_.root(), [&](TSNode node) {
      if (is_test_module(file_, node)) return false;
      visit(node);
      return true;
    });
    judge();
  }

 private:
  struct Found {
    Route route;
    TSNode node;
    bool refuses = false;  // answers 405 to everybody
  };

  void collect_function(TSNode node) {
    string_view type = ParsedFile::type_of(node);
    if (type == "variable_declarator" || type == "function_declaration" || type == "method_definition" ||
        type == "function_definition" || type == "method_declaration" || type == "function_item") {
      functions_.try_emplace(file_.text_of(ParsedFile::field(node, "name")), node);
    }
    if ((type == "function_declaration" || type == "method_declaration" || type == "function_definition"))
      open_list(node);
  }

  // if len(list) == 0 { c.Next(); return }: an allow list that was not set lets everybody in.
  void open_list(TSNode node) {
    std::string name = lower_text(file_, ParsedFile::field(node, "name"), 200);
    if (!contains_any(name, {"whitelist", "allowlist", "allowedip", "white_list", "allow_list", "ipfilter",
                             "ip_filter"}))
      return;
    walk(ParsedFile::field(node, "body"), [&](TSNode inner) {
      if (!is_type(inner, "if_statement")) return true;
      std::string condition = lower_text(file_, ParsedFile::field(inner, "condition"), 300);
      std::string then = lower_text(file_, ParsedFile::field(inner, "consequence"), 300);
      bool empty = contains_any(condition, {"== 0", "===0", "=== 0", "== \"\"", "not "}) ||
                   condition.starts_with("(!");
      if (empty && contains(then, "next(")) add_fact(context_, kOpenList, inner, name, "high");
      return true;
    });
  }

  void visit(TSNode node) {
    if (is_type(node, "decorator")) return decorator(node);
    Call call;
    if (!read_call(file_, node, call)) return;
    std::string name = ascii::lowered(call.name);
    if (name == "starlette" || name == "fastapi") return application(call);
    if (file_.language() == CodeLanguage::kPython && (name == "route" || name == "mount") &&
        ts_node_is_null(call.receiver)) {
      return registration(call, name);
    }
    if (name == "use" || name == "add_middleware" || name == "layer" || name == "useauthentication" ||
        name == "useauthorization" || name == "addhook" || name == "register" || name == "group" ||
        name == "with" || name == "route_layer" || name == "wrap") {
      middleware(call, name);
    }
    if (is_router_word(name)) registration(call, name);
  }

  void application(const Call& call) {
    for (std::size_t at = 0; at < call.arguments.size(); ++at) {
      if (call.keys[at] != "middleware" && call.keys[at] != "dependencies" && call.keys[at] != "auth")
        continue;
      if (names_authentication(file_.text_of(call.arguments[at]).substr(0, 2'000))) all_authenticated_ = true;
    }
  }

  // Before a route, on the same router or on a name that no other router has.
  void middleware(const Call& call, string_view name) {
    string_view receiver = file_.text_of(call.receiver).substr(0, 60);
    bool checks = name.starts_with("useauth");
    for (TSNode argument : call.arguments) checks = checks || checks_caller(argument);
    if (!checks) return;
    bool narrow = !call.arguments.empty() && context_.values.value(call.arguments[0]).value.is_string() &&
                  name == "use";
    if (narrow) {
      guarded_paths_.push_back(context_.values.plain_text(call.arguments[0]));
    } else if (name == "group" || name == "with") {
      TSNode above = ts_node_parent(call.node);
      if (is_type(above, "expression_list")) above = ts_node_parent(above);
      string_view left =
          file_.text_of(ParsedFile::field(above, is_type(above, "variable_declarator") ? "name" : "left"));
      if (!left.empty()) guarded_.push_back(std::string(left));
    } else {
      guarded_.push_back(std::string(receiver));
      if (name == "layer" || name == "route_layer" || name == "add_middleware") all_authenticated_ = true;
    }
  }

  // A name that says so, or a function of this file that looks at the request's credentials.
  bool checks_caller(TSNode node) const {
    string_view text = file_.text_of(node);
    if (is_type(node, "string") || is_type(node, "interpreted_string_literal")) return false;
    if (names_authentication(text.substr(0, 6'000)) &&
        !contains_any(ascii::lowered(text.substr(0, 80)), {"whitelist", "allowlist"})) {
      return true;
    }
    auto at = functions_.find(last_name(text.substr(0, 100)));
    if (at == functions_.end()) return false;
    std::string body = lower_text(file_, at->second, 8'000);
    return contains_any(body, {"authorization", "bearer", "x-api-key", "unauthorized", "apikey", "api_key",
                               "authenticate", "401"});
  }

  bool is_guarded(const Call& call, string_view path) const {
    if (all_authenticated_) return true;
    string_view receiver = file_.text_of(call.receiver).substr(0, 60);
    for (const std::string& name : guarded_) {
      if (name == receiver) return true;
    }
    for (const std::string& prefix : guarded_paths_) {
      if (!prefix.empty() && path.starts_with(prefix)) return true;
    }
    return false;
  }

  void registration(const Call& call, const std::string& name) {
    if (call.arguments.empty()) {
      if (name == "mapmcp") add(call, name, "/", null_node());
      return;
    }
    std::string path = context_.values.plain_text(call.arguments[0]);
    // Go 1.22: "POST /mcp"
    std::string method = name;
    if (std::size_t space = path.find(' ');
        space != std::string::npos && space < 8 && path.find('/') == space + 1) {
      method = ascii::lowered(path.substr(0, space));
      path = path.substr(space + 1);
    }
    if (!is_mcp_path(path)) return;
    bool needs_handler = name != "mapmcp" && name != "custom_route";
    if (needs_handler && call.arguments.size() < 2) return;
    TSNode handler = call.arguments.back();
    std::string receiver = lower_text(file_, call.receiver, 60);
    bool client = contains_any(receiver, {"client", "axios", "fetch", "httpx", "requests", "headers",
                                          "supertest", "map"}) ||
                  is_type(handler, "object") || is_type(handler, "dictionary") || is_type(handler, "string");
    if (client || contains(receiver, "request(")) return;
    // use("/mcp", limiter) mounts nothing by itself, but a router does.
    if (name == "use" && !contains_any(lower_text(file_, handler, 80), {"router", "mcp", "handler", "app"}))
      return;
    if (name == "group") return;
    add(call, method, path, handler);
  }

  void add(const Call& call, const std::string& method, const std::string& path, TSNode handler) {
    Found found;
    found.node = call.node;
    found.route.method = method == "all" || method == "use" || method == "any" ? "*" : method;
    found.route.path = path;
    found.route.line = ParsedFile::line_of(call.node);
    found.route.handler = handler_name(handler);
    bool checked = is_guarded(call, path);
    for (std::size_t at = 1; at < call.arguments.size(); ++at)
      checked = checked || checks_caller(call.arguments[at]);
    for (const Call& link : calls_on(file_, call.node)) {
      if (link.name == "AllowAnonymous")
        add_fact(context_, kAuthDisabled, call.node, "AllowAnonymous", "medium");
      checked = checked || link.name == "RequireAuthorization";
      for (TSNode argument : link.arguments) {
        if (link.name == "layer" || link.name == "route_layer" || link.name == "wrap")
          checked = checked || checks_caller(argument);
      }
    }
    TSNode above = call.node;
    for (int step = 0; step < 12 && file_.language() == CodeLanguage::kKotlin && !ts_node_is_null(above);
         ++step) {
      above = ts_node_parent(above);
      Call outer;
      if (read_call(file_, above, outer) && outer.name == "authenticate") checked = true;
    }
    found.route.authenticated = checked;
    std::string text = lower_text(file_, body_of(handler), 1'500);
    found.refuses = contains_any(text, {"405", "notallowed", "not_allowed", "method not allowed", "410"});
    routes_.push_back(std::move(found));
  }

  TSNode body_of(TSNode handler) const {
    auto at = functions_.find(last_name(file_.text_of(handler).substr(0, 100)));
    return at == functions_.end() ? handler : at->second;
  }

  std::string handler_name(TSNode handler) const {
    // func(c) { serve(c) }, wrap(serve): the first call inside that is no check.
    if (is_type(handler, "identifier") || is_type(handler, "member_expression") ||
        is_type(handler, "selector_expression") || is_type(handler, "attribute")) {
      return std::string(file_.text_of(handler).substr(0, 100));
    }
    std::string name;
    walk(
        handler,
        [&](TSNode node) {
          Call call;
          if (name.empty() && is_type(handler, "func_literal") && read_call(file_, node, call) &&
              call.arguments.size() == 1 && !names_authentication(call.path.substr(0, 100))) {
            name = std::string(call.path.substr(0, 100));
          }
          return name.empty();
        },
        200);
    return name;
  }

  // @app.post("/mcp", dependencies=[Depends(auth)]) above a function.
  void decorator(TSNode node) {
    if (file_.language() != CodeLanguage::kPython) return;
    Call call;
    TSNode inner = first_child(node);
    if (!read_call(file_, inner, call) || call.arguments.empty() ||
        !is_router_word(ascii::lowered(call.name)))
      return;
    std::string path = context_.values.plain_text(call.arguments[0]);
    if (!is_mcp_path(path)) return;
    TSNode definition = ParsedFile::field(ts_node_parent(node), "definition");
    Found found;
    found.node = inner;
    found.route.method = ascii::lowered(call.name);
    found.route.path = path;
    found.route.line = ParsedFile::line_of(node);
    found.route.handler = std::string(file_.text_of(ParsedFile::field(definition, "name")));
    found.route.authenticated = is_guarded(call, path) || checks_caller(definition) ||
                                names_authentication(file_.text_of(inner).substr(0, 500)) ||
                                names_authentication(file_.text_of(ts_node_parent(node)).substr(0, 3'000));
    routes_.push_back(std::move(found));
  }

  void judge() {
    for (const Found& one : routes_) {
      if (context_.summary.routes.size() >= kMaxSitesInFile) break;
      if (one.refuses) continue;  // nothing to reach there
      context_.summary.routes.push_back(one.route);
    }
    for (const Found& one : routes_) {
      if (one.route.authenticated || one.refuses) continue;
      // Only files that serve MCP: "/messages" and "/sse" are words of chats too.
      string_view confidence = context_.speaks_mcp ? "low" : "";
      for (const Found& other : routes_) {
        if (!other.route.authenticated) continue;
        bool same = !one.route.handler.empty() && one.route.handler == other.route.handler;
        if (same)
          confidence = "high";
        else if (confidence == "low")
          confidence = "medium";
      }
      if (!confidence.empty()) add_fact(context_, kOpenRoute, one.node, one.route.path, confidence);
    }
  }

  ServingContext& context_;
  const ParsedFile& file_;
  std::map<string_view, TSNode> functions_;
  std::vector<std::string> guarded_, guarded_paths_;
  std::vector<Found> routes_;
  bool all_authenticated_ = false;
};

}  // namespace

bool may_hold_routes(string_view text) {
  // A part of a path begins after a slash or, where the path is put together, at the beginning of a literal.
  for (string_view word : {"mcp", "sse", "message"}) {
    for (std::size_t at = text.find(word); at != string_view::npos; at = text.find(word, at + 1)) {
      if (at > 0 && string_view("/\"'`").find(text[at - 1]) != string_view::npos) return true;
    }
  }
  return contains_any(text, {"mapmcp", "whitelist", "allowlist", "allowedip", "white_list", "allow_list",
                             "ipfilter", "ip_filter"});
}

void read_routes(ServingContext& context) { Routes(context).read(); }

}  // namespace mcpjury
