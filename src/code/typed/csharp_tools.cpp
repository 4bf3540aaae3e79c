// C#: methods under [McpServerTool], McpServerTool.Create, and Tool objects of a list handler.
#include <utility>

#include "code/typed/annotated.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

class CSharpTools {
 public:
  CSharpTools(const Values& values, FileSummary& summary)
      : values_(values), file_(values.file()), types_(values), summary_(summary) {}

  void read() {
    read_annotated_tools(values_, types_, {"McpServerTool", "McpToolTrigger"}, summary_);
    if (file_.text().find("ModelContextProtocol") == string_view::npos) return;
    walk(file_.root(), [&](TSNode node) {
      if (is_type(node, "object_creation_expression")) created(node);
      return true;
    });
  }

 private:
  // new Tool { Name = "x", Description = "y", InputSchema = … }; options of McpServerTool.Create alike.
  void created(TSNode node) {
    string_view type = last_name(file_.text_of(ParsedFile::field(node, "type")));
    if (type != "Tool" && type != "McpServerToolCreateOptions") return;
    ToolSite made;
    made.form = type == "Tool" ? "new Tool" : "McpServerTool.Create";
    made.line = ParsedFile::line_of(node);
    for (TSNode assignment : children(ParsedFile::field(node, "initializer"))) {
      string_view key = file_.text_of(ParsedFile::field(assignment, "left"));
      TSNode value = ParsedFile::field(assignment, "right");
      if (key == "Name") made.name = values_.text(value);
      if (key == "Title") made.title = values_.text(value);
      if (key == "Description") made.description = values_.text(value);
      if (key == "InputSchema") made.input_schema = schema(value);
    }
    if (!made.name.known()) return;  // "name", "Name": properties and variables look like constants here
    if (!made.description.known()) made.description.reference.clear();
    if (!made.input_schema.known()) made.input_schema.reference.clear();
    add_tool(summary_, std::move(made));
  }

  // JsonSerializer.Deserialize<JsonElement>("…"), JsonDocument.Parse("…").RootElement
  CodeValue schema(TSNode node) const {
    CodeValue found;
    walk(
        node,
        [&](TSNode inner) {
          if (!found.known()) found = values_.schema(inner);
          return !found.known();
        },
        100);
    return found;
  }

  const Values& values_;
  const ParsedFile& file_;
  ClassTypes types_;
  FileSummary& summary_;
};

}  // namespace

void read_csharp_tools(const Values& values, FileSummary& summary) { CSharpTools(values, summary).read(); }

}  // namespace mcpjury
