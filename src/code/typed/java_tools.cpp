// Java: Spring AI and Quarkus annotations, and tools that the MCP Java SDK is given as objects.
#include <utility>

#include "code/typed/annotated.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

// Several agent libraries have an annotation of that name; only these serve it over MCP.
bool serves_mcp(string_view text) {
  for (string_view package : {"org.springframework.ai", "io.quarkiverse.mcp", "org.springaicommunity",
                              "modelcontextprotocol", "McpTool", "mcp.annotation"}) {
    if (text.find(package) != string_view::npos) return true;
  }
  return false;
}

class JavaTools {
 public:
  JavaTools(const Values& values, FileSummary& summary)
      : values_(values), file_(values.file()), types_(values), summary_(summary) {}

  void read() {
    if (!serves_mcp(file_.text())) return;
    read_annotated_tools(values_, types_, {"McpTool", "Tool"}, summary_);
    walk(file_.root(), [&](TSNode node) {
      if (is_type(node, "object_creation_expression")) constructed(node);
      if (is_type(node, "method_invocation")) built(node);
      return true;
    });
  }

 private:
  // new Tool("name", "description", schema), new McpSchema.Tool(name, title, description, schema, …)
  void constructed(TSNode node) {
    Call call;
    if (!read_call(file_, node, call) || call.name != "Tool" || call.arguments.size() < 3) return;
    ToolSite made;
    made.form = "new Tool";
    made.line = ParsedFile::line_of(node);
    made.name = values_.text(call.arguments[0]);
    bool titled = call.arguments.size() >= 5;
    if (titled) made.title = values_.text(call.arguments[1]);
    made.description = values_.text(call.arguments[titled ? 2 : 1]);
    made.input_schema = values_.schema(call.arguments[titled ? 3 : 2]);
    keep(std::move(made));
  }

  // Tool.builder().name("x").description("y").inputSchema(s).build()
  void built(TSNode node) {
    Call call;
    if (!read_call(file_, node, call) || call.name != "builder") return;
    if (last_name(file_.text_of(call.receiver).substr(0, 80)) != "Tool") return;
    ToolSite made;
    made.form = "Tool.builder";
    made.line = ParsedFile::line_of(node);
    for (const Call& link : calls_on(file_, node)) {
      if (link.arguments.empty()) continue;
      TSNode value = link.arguments.back();
      if (link.name == "name") made.name = values_.text(value);
      if (link.name == "title") made.title = values_.text(value);
      if (link.name == "description") made.description = values_.text(value);
      if (link.name == "inputSchema") made.input_schema = values_.schema(value);
      if (link.name == "outputSchema") made.output_schema = values_.schema(value);
    }
    keep(std::move(made));
  }

  // A reference in small letters is a variable or a method's parameter, not a constant of another class.
  static void drop_locals(CodeValue& value) {
    if (!value.reference.empty() && (value.reference.front() < 'A' || value.reference.front() > 'Z'))
      value = CodeValue{};
  }

  void keep(ToolSite made) {
    drop_locals(made.name);
    drop_locals(made.description);
    drop_locals(made.input_schema);
    add_tool(summary_, std::move(made));
  }

  const Values& values_;
  const ParsedFile& file_;
  ClassTypes types_;
  FileSummary& summary_;
};

}  // namespace

void read_java_tools(const Values& values, FileSummary& summary) { JavaTools(values, summary).read(); }

}  // namespace mcpjury
