// Kotlin: addTool and Tool(…) of the kotlin-sdk, and the annotations of the Java libraries.
#include <utility>

#include "code/typed/annotated.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

class KotlinTools {
 public:
  KotlinTools(const Values& values, FileSummary& summary)
      : values_(values), file_(values.file()), types_(values), summary_(summary) {}

  void read() {
    string_view text = file_.text();
    bool spring = text.find("org.springframework.ai") != string_view::npos ||
                  text.find("quarkiverse.mcp") != string_view::npos ||
                  text.find("springaicommunity") != string_view::npos ||
                  text.find("McpTool") != string_view::npos;
    if (spring) read_annotated_tools(values_, types_, {"McpTool", "Tool"}, summary_);
    bool sdk = text.find("modelcontextprotocol") != string_view::npos;
    walk(file_.root(), [&](TSNode node) {
      Call call;
      if (!is_type(node, "call_expression") || !read_call(file_, node, call)) return true;
      // f(a) { … } is read at its outer node; its inner call is the same registration.
      bool add = call.name == "addTool";
      if (add && summary_.tools.size() > 0 && last_ == ts_node_start_byte(node)) return true;
      if (add || (sdk && call.path == "Tool")) made(call, add);
      return true;
    });
  }

 private:
  void made(const Call& call, bool add) {
    ToolSite site;
    site.form = add ? "addTool" : "Tool(…)";
    site.line = ParsedFile::line_of(call.node);
    TSNode name = argument(call, "name", 0);
    if (ts_node_is_null(name)) return;
    site.name = values_.text(name);
    bool titled = !add && call.keys.size() > 1;
    site.description = values_.text(argument(call, "description", 1));
    if (titled) site.title = values_.text(argument(call, "title", kNoPosition));
    site.input_schema = values_.schema(argument(call, "inputSchema", 2));
    site.output_schema = values_.schema(argument(call, "outputSchema", kNoPosition));
    for (CodeValue* value :
         {&site.name, &site.description, &site.title, &site.input_schema, &site.output_schema}) {
      if (!value->reference.empty() && (value->reference.front() < 'A' || value->reference.front() > 'Z'))
        *value = CodeValue{};
    }
    if (!call.arguments.empty() && is_type(call.arguments.back(), "annotated_lambda")) {
      site.handler_line = ParsedFile::line_of(call.arguments.back());
    }
    if (add_tool(summary_, std::move(site)) != nullptr && add) last_ = ts_node_start_byte(call.node);
  }

  static constexpr std::size_t kNoPosition = 1'000;
  const Values& values_;
  const ParsedFile& file_;
  ClassTypes types_;
  FileSummary& summary_;
  std::uint32_t last_ = 0;
};

}  // namespace

void read_kotlin_tools(const Values& values, FileSummary& summary) { KotlinTools(values, summary).read(); }

}  // namespace mcpjury
