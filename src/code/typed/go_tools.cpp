// Go: the libraries mark3labs/mcp-go, the official go-sdk, metoro-io/mcp-golang, and helpers in their manner.
#include <utility>
#include <vector>

#include "code/typed/go_types.h"
#include "code/typed/literals.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

bool is_function_like(TSNode node) {
  return is_type(node, "identifier") || is_type(node, "selector_expression") ||
         is_type(node, "func_literal") || is_type(node, "call_expression");
}

class GoTools {
 public:
  GoTools(const Values& values, FileSummary& summary)
      : values_(values), file_(values.file()), types_(values), summary_(summary) {}

  void read() {
    if (!imports_library()) return;
    walk(file_.root(), [&](TSNode node) {
      visit(node);
      return true;
    });
    for (const auto& [name, type] : types_.types()) {
      if (is_type(type, "struct_type") && file_.text_of(type).find('`') != string_view::npos) {
        add_constant(summary_, name, types_.schema(type));
      }
    }
    for (const auto& [name, parameters] : types_.functions()) {
      if (file_.text_of(parameters).find("CallToolRequest") == string_view::npos) continue;
      CodeValue input = types_.schema(types_.input_of(parameters));
      if (input.known() || !input.reference.empty())
        add_constant(summary_, std::string(name) + ".input", input);
    }
  }

 private:
  // Without a library's import "NewTool" and "Tool" are somebody else's words.
  bool imports_library() const {
    bool found = false;
    walk(file_.root(), [&](TSNode node) {
      if (is_type(node, "import_spec")) {
        string_view path = file_.text_of(ParsedFile::field(node, "path"));
        for (string_view part :
             {"mcp-go", "modelcontextprotocol/", "mcp-golang", "/go-mcp", "mcp", "jsonschema"}) {
          if (path.find(part) != string_view::npos) found = true;
        }
      }
      return is_type(node, "source_file") || is_type(node, "import_declaration") ||
             is_type(node, "import_spec_list");
    });
    return found || file_.text_of(file_.root()).find("InputSchema") != string_view::npos;
  }

  void visit(TSNode node) {
    if (is_type(node, "composite_literal")) return visit_literal(node);
    Call call;
    if (!is_type(node, "call_expression") || !read_call(file_, node, call)) return;
    if (call.name == "NewTool" || call.name == "NewToolWithRawSchema") return new_tool(call);
    if (call.name == "AddTool" && attach_handler(call)) return;
    if (call.name.ends_with("Tool") || call.name.ends_with("ToolFor")) helper(call);
  }

  ToolSite site(TSNode node, string_view form) const {
    ToolSite made;
    made.form = std::string(form);
    made.line = ParsedFile::line_of(node);
    return made;
  }

  void keep(ToolSite made, TSNode node) {
    if (add_tool(summary_, std::move(made)) == nullptr) return;
    std::string variable;
    TSNode above = ts_node_parent(node);
    if (is_type(above, "unary_expression")) above = ts_node_parent(above);
    TSNode list = above;
    if (is_type(above, "expression_list")) above = ts_node_parent(above);
    TSNode left = ParsedFile::field(above, is_type(above, "short_var_declaration") ? "left" : "name");
    if (is_type(above, "assignment_statement")) left = ParsedFile::field(above, "left");
    if (is_type(above, "short_var_declaration") || is_type(above, "var_spec") ||
        is_type(above, "assignment_statement")) {
      string_view names = file_.text_of(left);
      variable = std::string(trim(names.substr(0, names.find(','))));
    }
    made_.push_back({variable, summary_.tools.size() - 1, ts_node_start_byte(node), ts_node_end_byte(node)});
    // "return mcp.NewTool(…), func(…)": the function that follows answers.
    if (is_type(list, "expression_list") && is_type(above, "return_statement")) {
      std::vector<TSNode> parts = children(list);
      if (parts.size() >= 2) set_handler(summary_.tools.back(), parts[1]);
    }
    // server.ServerTool{Tool: …, Handler: h}
    TSNode keyed = ancestor_within(node, "keyed_element", 3);
    for (TSNode element : children(ts_node_is_null(keyed) ? keyed : ts_node_parent(keyed))) {
      if (file_.text_of(ParsedFile::field(element, "key")) == "Handler") {
        set_handler(summary_.tools.back(), first_child(ParsedFile::field(element, "value")));
      }
    }
  }

  static TSNode ancestor_within(TSNode node, string_view type, int steps) {
    for (int step = 0; step < steps && !ts_node_is_null(node); ++step) {
      node = ts_node_parent(node);
      if (is_type(node, type)) return node;
    }
    return null_node();
  }

  void set_handler(ToolSite& tool, TSNode handler) {
    // mcp.NewTypedToolHandler(h), wrap(h): what is wrapped.
    Call wrapped;
    for (int step = 0; step < 4 && is_type(handler, "call_expression") && read_call(file_, handler, wrapped);
         ++step) {
      if (wrapped.arguments.empty() || !is_function_like(wrapped.arguments.back())) break;
      handler = wrapped.arguments.back();
    }
    tool.handler_line = ParsedFile::line_of(handler);
    TSNode parameters = null_node();
    if (is_type(handler, "func_literal")) {
      parameters = ParsedFile::field(handler, "parameters");
    } else if (is_type(handler, "identifier") || is_type(handler, "selector_expression")) {
      tool.handler = std::string(last_name(file_.text_of(handler)));
      parameters = types_.parameters_of(tool.handler);
      if (!ts_node_is_null(parameters)) tool.handler_line = ParsedFile::line_of(parameters);
    }
    if (tool.input_schema.known() || !tool.input_schema.reference.empty()) return;
    if (!ts_node_is_null(parameters)) {
      tool.input_schema = types_.schema(types_.input_of(parameters));
    } else if (!tool.handler.empty()) {
      tool.input_schema.reference = tool.handler + ".input";
    }
  }

  // AddTool(tool, handler) and AddTool(server, tool, handler).
  bool attach_handler(const Call& call) {
    std::size_t count = call.arguments.size();
    if (count != 2 && count != 3) return false;
    TSNode tool = call.arguments[count - 2];
    if (is_type(tool, "interpreted_string_literal")) return false;
    // The tool stands inside and is visited later: it is read now, and known by its place then.
    visit_tool_argument(tool);
    std::uint32_t begin = ts_node_start_byte(tool), end = ts_node_end_byte(tool);
    bool name = is_type(tool, "identifier");
    string_view variable = file_.text_of(tool);
    for (auto at = made_.rbegin(); at != made_.rend(); ++at) {
      bool match = name ? at->variable == variable : at->begin >= begin && at->end <= end;
      if (!match || at->begin > end) continue;
      set_handler(summary_.tools[at->site], call.arguments[count - 1]);
      if (summary_.tools[at->site].form == "mcp.Tool") summary_.tools[at->site].form = "AddTool";
      break;
    }
    return true;
  }

  void visit_tool_argument(TSNode tool) {
    if (is_type(tool, "unary_expression")) tool = ParsedFile::field(tool, "operand");
    if (is_type(tool, "composite_literal") || is_type(tool, "call_expression")) visit(tool);
  }

  bool seen(TSNode node) const {
    for (const Made& made : made_) {
      if (made.begin == ts_node_start_byte(node) && made.end == ts_node_end_byte(node)) return true;
    }
    return false;
  }

  void new_tool(const Call& call) {
    if (call.arguments.empty() || seen(call.node)) return;
    ToolSite made = site(call.node, "mcp.NewTool");
    made.name = values_.text(call.arguments[0]);
    if (call.name == "NewToolWithRawSchema" && call.arguments.size() >= 3) {
      made.description = values_.text(call.arguments[1]);
      made.input_schema = values_.schema(call.arguments[2]);
      return keep(std::move(made), call.node);
    }
    JsonObject schema{{"type", "object"}, {"properties", JsonObject()}};
    JsonObject annotations;
    bool own_schema = true;
    // NewTool("name", "description", Struct{}) of another library of that name.
    if (call.arguments.size() >= 2 && values_.value(call.arguments[1]).value.is_string()) {
      made.description = values_.text(call.arguments[1]);
      own_schema = false;
      if (call.arguments.size() >= 3)
        made.input_schema = types_.schema(ParsedFile::field(call.arguments[2], "type"));
    }
    for (std::size_t at = 1; at < call.arguments.size(); ++at) {
      Call option;
      if (read_call(file_, call.arguments[at], option))
        tool_option(option, made, schema, annotations, own_schema);
    }
    if (own_schema) made.input_schema = {std::move(schema), {}};
    if (!annotations.empty() && !made.annotations.known()) made.annotations = {std::move(annotations), {}};
    keep(std::move(made), call.node);
  }

  void tool_option(const Call& option, ToolSite& made, JsonObject& schema, JsonObject& annotations,
                   bool& own_schema) {
    string_view name = option.name;
    TSNode first = option.arguments.empty() ? null_node() : option.arguments[0];
    if (name == "WithDescription") made.description = values_.text(first);
    if (name == "WithToolTitle") made.title = values_.text(first);
    if (name == "WithToolAnnotation") made.annotations = {values_.value(first).value, {}};
    if (name == "WithRawInputSchema" || name == "WithInputSchema" || name == "WithInputStruct") {
      own_schema = false;
      made.input_schema = ts_node_is_null(option.type_arguments) ? values_.schema(first)
                                                                 : types_.schema(type_argument(option));
    }
    if (name == "WithOutputSchema") made.output_schema = types_.schema(type_argument(option));
    if (name == "WithRawOutputSchema") made.output_schema = values_.schema(first);
    for (auto [with, member] : {std::pair<string_view, string_view>{"WithTitleAnnotation", "title"},
                                {"WithReadOnlyHintAnnotation", "readOnlyHint"},
                                {"WithDestructiveHintAnnotation", "destructiveHint"},
                                {"WithIdempotentHintAnnotation", "idempotentHint"},
                                {"WithOpenWorldHintAnnotation", "openWorldHint"}}) {
      if (name == with) annotations[member] = values_.value(first).value;
    }
    for (auto [with, type] : {std::pair<string_view, string_view>{"WithString", "string"},
                              {"WithNumber", "number"},
                              {"WithInteger", "integer"},
                              {"WithBoolean", "boolean"},
                              {"WithObject", "object"},
                              {"WithArray", "array"},
                              {"WithAny", ""}}) {
      if (name != with || ts_node_is_null(first)) continue;
      JsonObject property;
      if (!type.empty()) property["type"] = type;
      bool required = property_options(option, property);
      std::string key = values_.plain_text(first);
      if (!key.empty()) add_property(schema, key, std::move(property), required);
    }
  }

  static TSNode type_argument(const Call& call) {
    if (is_type(call.type_arguments, "type_instantiation_expression")) {
      std::vector<TSNode> parts = children(call.type_arguments);
      return parts.size() < 2 ? null_node() : parts[1];
    }
    return call.type_arguments;
  }

  bool property_options(const Call& option, JsonObject& property) {
    bool required = false;
    for (std::size_t at = 1; at < option.arguments.size(); ++at) {
      Call part;
      if (!read_call(file_, option.arguments[at], part)) continue;
      if (part.name == "Required") required = true;
      if (part.name == "Enum" || part.name == "WithStringEnumItems") {
        JsonArray values;
        for (TSNode value : part.arguments) {
          Json known = values_.value(value).value;
          if (known.is_array()) values = known.as_array();
          if (known.is_string()) values.push_back(std::move(known));
        }
        if (part.name == "Enum")
          property["enum"] = std::move(values);
        else
          property["items"] = JsonObject{{"type", "string"}, {"enum", std::move(values)}};
      }
      if (part.name == "WithStringItems") property["items"] = typed_schema("string");
      if (part.name == "WithNumberItems") property["items"] = typed_schema("number");
      for (auto [with, member] : {std::pair<string_view, string_view>{"Description", "description"},
                                  {"Title", "title"},
                                  {"DefaultString", "default"},
                                  {"DefaultNumber", "default"},
                                  {"DefaultBool", "default"},
                                  {"Pattern", "pattern"},
                                  {"Min", "minimum"},
                                  {"Max", "maximum"},
                                  {"MinLength", "minLength"},
                                  {"MaxLength", "maxLength"},
                                  {"MinItems", "minItems"},
                                  {"MaxItems", "maxItems"},
                                  {"Items", "items"},
                                  {"Properties", "properties"}}) {
        if (part.name != with || part.arguments.empty()) continue;
        Json known = values_.value(part.arguments[0]).value;
        if (!known.is_null()) property[member] = std::move(known);
      }
    }
    return required;
  }

  // mcp.Tool{Name: …}, also with its type left out inside []mcp.Tool{…}.
  void visit_literal(TSNode node) {
    TSNode type = ParsedFile::field(node, "type"), body = ParsedFile::field(node, "body");
    bool list = is_type(type, "slice_type") || is_type(type, "array_type");
    if (list) type = ParsedFile::field(type, "element");
    while (is_type(type, "pointer_type")) type = first_child(type);
    if (is_type(type, "map_type")) type = ParsedFile::field(type, "value"), list = true;
    if (last_name(file_.text_of(type)) != "Tool") return;
    if (!list) return tool_literal(node, body);
    for (TSNode element : children(body)) {
      TSNode inner = is_type(element, "keyed_element") ? ParsedFile::field(element, "value") : element;
      inner = is_type(inner, "literal_element") ? first_child(inner) : inner;
      if (is_type(inner, "literal_value")) tool_literal(inner, inner);
    }
  }

  void tool_literal(TSNode node, TSNode body) {
    if (seen(node)) return;
    ToolSite made = site(node, "mcp.Tool");
    bool about = false;
    for (TSNode element : children(body)) {
      string_view key = file_.text_of(ParsedFile::field(element, "key"));
      TSNode value = first_child(ParsedFile::field(element, "value"));
      if (key == "Name") made.name = values_.text(value);
      if (key == "Title") made.title = values_.text(value);
      if (key == "Description") made.description = values_.text(value), about = true;
      if (key == "InputSchema" || key == "RawInputSchema")
        made.input_schema = input_schema(value), about = true;
      if (key == "OutputSchema") made.output_schema = values_.schema(value);
      if (key == "Annotations") made.annotations = {values_.value(value).value, {}};
    }
    // A name alone is a tool only where it is registered.
    if (about || is_type(ancestor_within(node, "argument_list", 2), "argument_list"))
      keep(std::move(made), node);
  }

  // jsonschema.For[T](…) is T's schema; else what the expression is worth.
  CodeValue input_schema(TSNode node) {
    TSNode from = node;
    if (is_type(node, "identifier")) {
      auto at = values_.names().find(file_.text_of(node));
      if (at != values_.names().end() && !ts_node_is_null(at->second)) from = at->second;
    }
    Call call;
    if (read_call(file_, from, call) && !ts_node_is_null(call.type_arguments))
      return types_.schema(type_argument(call));
    return values_.schema(node);
  }

  // RegisterTool("name", "description", handler), MustTool(…) and the like.
  void helper(const Call& call) {
    for (std::size_t first : {std::size_t{0}, std::size_t{1}}) {  // a server or a context may stand first
      if (call.arguments.size() < first + 3 || !is_function_like(call.arguments[first + 2])) continue;
      CodeValue name = values_.value(call.arguments[first]), about = values_.value(call.arguments[first + 1]);
      if (!name.value.is_string()) continue;
      bool text = about.value.is_string() || !about.reference.empty() ||
                  is_type(call.arguments[first + 1], "call_expression");
      string_view shown = view(name.value.as_string());
      if (!text || shown.empty() || shown.size() > 128 || shown.find('\n') != string_view::npos) continue;
      ToolSite made = site(call.node, call.name);
      made.name = std::move(name);
      made.description = std::move(about);
      JsonObject annotations;
      JsonObject schema;
      for (std::size_t at = first + 3; at < call.arguments.size(); ++at) {
        Call option;
        bool own = true;
        if (read_call(file_, call.arguments[at], option)) tool_option(option, made, schema, annotations, own);
      }
      if (!annotations.empty()) made.annotations = {std::move(annotations), {}};
      set_handler(made, call.arguments[first + 2]);
      add_tool(summary_, std::move(made));
      return;
    }
  }

  struct Made {
    std::string variable;
    std::size_t site;
    std::uint32_t begin, end;
  };
  const Values& values_;
  const ParsedFile& file_;
  GoTypes types_;
  FileSummary& summary_;
  std::vector<Made> made_;
};

}  // namespace

void read_go_tools(const Values& values, FileSummary& summary) { GoTools(values, summary).read(); }

}  // namespace mcpjury
