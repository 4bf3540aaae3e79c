// Rust: rmcp's #[tool], rust-mcp-sdk's #[mcp_tool], and tool values built by hand.
#include <optional>
#include <utility>
#include <vector>

#include "code/typed/literals.h"
#include "code/typed/rust_types.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

class RustTools {
 public:
  RustTools(const Values& values, FileSummary& summary)
      : values_(values), file_(values.file()), types_(values), summary_(summary) {}

  void read() {
    if (file_.text().find("mcp") == string_view::npos) return;
    walk(file_.root(), [&](TSNode node) {
      string_view type = ParsedFile::type_of(node);
      if (type == "mod_item") return !is_test_module(file_, node);
      if (type == "source_file" || type == "declaration_list") {
        for (const RustItem& item : rust_items(file_, node)) visit_item(item);
      }
      if (type == "call_expression") visit_call(node);
      if (type == "struct_expression") visit_literal(node);
      if (type == "token_tree") visit_tokens(node);
      return true;
    });
    for (const auto& [name, item] : types_.types()) {
      if (file_.text().find("JsonSchema") == string_view::npos) break;
      if (is_type(item.node, "struct_item")) add_constant(summary_, name, {types_.read_item(item, 0), {}});
    }
  }

 private:
  CodeValue pair_text(const std::map<string_view, TSNode>& pairs, string_view key) const {
    auto at = pairs.find(key);
    return at == pairs.end() || ts_node_is_null(at->second) ? CodeValue{} : values_.text(at->second);
  }

  void visit_item(const RustItem& item) {
    bool function = is_type(item.node, "function_item"), type = is_type(item.node, "struct_item");
    if (!function && !type) return;
    TSNode attribute = rust_attribute(file_, item, function ? "tool" : "mcp_tool");
    if (ts_node_is_null(attribute)) return;
    auto pairs = attribute_pairs(file_, attribute);
    ToolSite made;
    made.form = function ? "#[tool]" : "#[mcp_tool]";
    made.line = ParsedFile::line_of(item.node);
    made.name = pair_text(pairs, "name");
    made.title = pair_text(pairs, "title");
    made.description = pair_text(pairs, "description");
    bool described = pairs.contains("description");
    if (!described && !item.docs.empty()) made.description = {Json(item.docs), {}};
    annotations(pairs, made);
    string_view own = file_.text_of(ParsedFile::field(item.node, "name"));
    if (function) {
      if (!pairs.contains("name")) made.name = {Json(own), {}};
      made.handler = std::string(own);
      made.handler_line = made.line;
      auto given = pairs.find("input_schema");
      made.input_schema = given == pairs.end() ? input_of(item.node) : values_.schema(given->second);
    } else {
      made.input_schema = {types_.read_item(item, 0), {}};
    }
    add_tool(summary_, std::move(made));
  }

  void annotations(const std::map<string_view, TSNode>& pairs, ToolSite& made) const {
    std::map<string_view, TSNode> inner = pairs;
    JsonObject found;
    if (auto at = pairs.find("annotations"); at != pairs.end() && is_type(at->second, "token_tree")) {
      string_view key;
      for (TSNode token : children(at->second)) {
        if (is_type(token, "identifier"))
          key = file_.text_of(token);
        else if (!key.empty())
          inner[key] = token;
      }
      if (auto title = inner.find("title"); title != inner.end())
        found["title"] = values_.plain_text(title->second);
    }
    for (auto [key, member] : {std::pair<string_view, string_view>{"read_only_hint", "readOnlyHint"},
                               {"destructive_hint", "destructiveHint"},
                               {"idempotent_hint", "idempotentHint"},
                               {"open_world_hint", "openWorldHint"}}) {
      auto at = inner.find(key);
      if (at != inner.end() && is_type(at->second, "boolean_literal"))
        found[member] = file_.text_of(at->second) == "true";
    }
    if (!found.empty()) made.annotations = {std::move(found), {}};
  }

  CodeValue input_of(TSNode function) const {
    JsonObject schema{{"type", "object"}, {"properties", JsonObject()}};
    for (const RustItem& item : rust_items(file_, ParsedFile::field(function, "parameters"))) {
      if (!is_type(item.node, "parameter")) continue;
      TSNode type = ParsedFile::field(item.node, "type");
      TSNode inner = types_.inner_of(type, "Parameters");
      if (!ts_node_is_null(inner)) return types_.schema(inner);
      TSNode attribute = rust_attribute(file_, item, "tool");
      auto pairs = attribute_pairs(file_, attribute);
      if (pairs.contains("aggr")) return types_.schema(type);
      if (!pairs.contains("param")) continue;
      TSNode optional = types_.inner_of(type, "Option");
      Json property = types_.read(ts_node_is_null(optional) ? type : optional, 0);
      auto about = attribute_pairs(file_, rust_attribute(file_, item, "schemars"));
      std::string text =
          about.contains("description") ? values_.plain_text(about["description"]) : std::string();
      if (!text.empty() && property.is_object()) property.as_object()["description"] = text;
      add_property(schema, file_.text_of(ParsedFile::field(item.node, "pattern")), std::move(property),
                   ts_node_is_null(optional));
    }
    return {std::move(schema), {}};
  }

  CodeValue schema_value(TSNode node) const {
    Call call;
    if (read_call(file_, node, call)) {
      if (!ts_node_is_null(call.type_arguments)) return types_.schema(first_child(call.type_arguments));
      if (call.arguments.size() == 1) return schema_value_once(call.arguments[0]);
    }
    return schema_value_once(node);
  }
  CodeValue schema_value_once(TSNode node) const {
    if (is_type(node, "macro_invocation") &&
        file_.text_of(ParsedFile::field(node, "macro")).find("schema") != string_view::npos) {
      TSNode type = first_child(child_of_type(node, "token_tree"));
      if (is_type(type, "identifier")) return types_.schema(type);
    }
    CodeValue value = values_.schema(node);
    if (!value.known()) value.reference.clear();  // a local, not a type of another file
    return value;
  }

  void visit_call(TSNode node) {
    TSNode callee = ParsedFile::field(node, "function");
    if (!is_type(callee, "scoped_identifier")) return;
    string_view path = file_.text_of(callee);
    bool builder = path.ends_with("ToolBuilder::new");
    if (!builder && path != "Tool::new" && !path.ends_with("::Tool::new")) return;
    Call call;
    if (!read_call(file_, node, call) || call.arguments.empty()) return;
    ToolSite made;
    made.form = builder ? "ToolBuilder::new" : "Tool::new";
    made.line = ParsedFile::line_of(node);
    made.name = values_.text(call.arguments[0]);
    if (!made.name.known() && is_local(made.name.reference)) return;
    if (!builder && call.arguments.size() >= 2) made.description = values_.text(call.arguments[1]);
    if (is_local(made.description.reference)) made.description.reference.clear();
    if (!builder && call.arguments.size() >= 3) made.input_schema = schema_value(call.arguments[2]);
    for (const Call& link : calls_on(file_, node)) {
      if (link.name == "description" && !link.arguments.empty())
        made.description = values_.text(link.arguments[0]);
      if (link.name == "title" && !link.arguments.empty()) made.title = values_.text(link.arguments[0]);
      if ((link.name == "input_schema" || link.name == "schema") && !link.arguments.empty()) {
        made.input_schema = schema_value(link.arguments[0]);
      }
      if (builder && !link.arguments.empty() && (link.name.find("handler") != string_view::npos))
        closure_input(link, made);
    }
    add_tool(summary_, std::move(made));
  }

  // vec![Tool::new("name", "description", json!({…})), …]: inside a macro nothing is parsed.
  void visit_tokens(TSNode tree) {
    std::vector<TSNode> tokens = children(tree);
    for (std::size_t at = 2; at < tokens.size(); ++at) {
      if (!is_type(tokens[at], "token_tree") || file_.text_of(tokens[at - 2]) != "Tool" ||
          file_.text_of(tokens[at - 1]) != "new") {
        continue;
      }
      ToolSite made;
      made.form = "Tool::new";
      made.line = ParsedFile::line_of(tokens[at - 2]);
      bool macro = false;
      for (TSNode part : children(tokens[at])) {
        std::optional<std::string> text = string_literal(file_, part);
        if (text && !made.name.known())
          made.name = {Json(*text), {}};
        else if (text && !made.description.known())
          made.description = {Json(*text), {}};
        if (is_type(part, "token_tree") && macro) made.input_schema = {json_text(file_.text_of(part)), {}};
        macro = file_.text_of(part) == "json" || file_.text_of(part) == "object";
      }
      add_tool(summary_, std::move(made));
    }
  }

  // .handler(|input: Input| …)
  void closure_input(const Call& link, ToolSite& made) const {
    walk(
        link.arguments.back(),
        [&](TSNode node) {
          if (is_type(node, "parameter") && !made.input_schema.known()) {
            TSNode type = ParsedFile::field(node, "type");
            TSNode json = types_.inner_of(type, "Json");
            type = ts_node_is_null(json) ? type : json;
            if (types_.types().contains(last_name(file_.text_of(type))))
              made.input_schema = types_.schema(type);
          }
          return !is_type(node, "block");
        },
        500);
  }

  // Constants are written in capitals; anything else is a variable whose value is not known.
  static bool is_local(string_view name) { return name.empty() || name.front() < 'A' || name.front() > 'Z'; }

  void visit_literal(TSNode node) {
    if (last_name(file_.text_of(ParsedFile::field(node, "name"))) != "Tool") return;
    ToolSite made;
    made.form = "Tool {…}";
    made.line = ParsedFile::line_of(node);
    bool schema = false;
    for (TSNode field : children(ParsedFile::field(node, "body"))) {
      string_view key = file_.text_of(ParsedFile::field(field, "field"));
      TSNode value = ParsedFile::field(field, "value");
      if (key == "name") made.name = values_.text(value);
      if (key == "title") made.title = values_.text(value);
      if (key == "description") made.description = values_.text(value);
      if (key == "input_schema") made.input_schema = schema_value(value), schema = true;
    }
    if (!made.name.known() && is_local(made.name.reference)) return;
    if (schema) add_tool(summary_, std::move(made));
  }

  const Values& values_;
  const ParsedFile& file_;
  RustTypes types_;
  FileSummary& summary_;
};

}  // namespace

void read_rust_tools(const Values& values, FileSummary& summary) { RustTools(values, summary).read(); }

}  // namespace mcpjury
