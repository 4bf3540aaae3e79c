// Methods under @Tool, @McpTool and [McpServerTool].
#include <utility>

#include "code/typed/annotated.h"
#include "code/typed/literals.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

// Parameters that the library fills itself: sessions, contexts, tokens, services.
bool is_injected(const Parameter& parameter, const ClassTypes& types) {
  string_view name = parameter.type;
  while (name.ends_with('?')) name.remove_suffix(1);
  name = last_name(name);
  if (find_annotation(parameter.annotations, "McpProgressToken") != nullptr ||
      find_annotation(parameter.annotations, "FromKeyedServices") != nullptr ||
      find_annotation(parameter.annotations, "FromServices") != nullptr) {
    return true;
  }
  if (!types.description(parameter.annotations).empty()) return false;
  for (string_view one : {"ToolContext",
                          "McpSyncServerExchange",
                          "McpAsyncServerExchange",
                          "McpTransportContext",
                          "McpMeta",
                          "McpSyncRequestContext",
                          "McpAsyncRequestContext",
                          "CallToolRequest",
                          "RequestContext",
                          "McpConnection",
                          "McpLog",
                          "RequestId",
                          "RequestUri",
                          "Progress",
                          "Roots",
                          "Sampling",
                          "Cancellation",
                          "Elicitation",
                          "Meta",
                          "RawMessage",
                          "ToolManager",
                          "CancellationToken",
                          "McpServer",
                          "IMcpServer",
                          "HttpClient",
                          "ClaimsPrincipal",
                          "HttpContext",
                          "IProgress"}) {
    if (name == one) return true;
  }
  // C# services come as interfaces, or as classes by their suffix.
  bool interface = name.size() > 2 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z';
  bool collection = name.starts_with("IEnumerable") || name.starts_with("IList") ||
                    name.starts_with("IReadOnly") || name.starts_with("ICollection") ||
                    name.starts_with("IDictionary");
  if (interface && !collection && !types.knows(name)) return true;
  for (string_view suffix : {"Service", "Client", "Factory", "Repository", "DbContext", "Manager"}) {
    if (name.ends_with(suffix) && !types.knows(name)) return true;
  }
  return false;
}

std::string default_name(const ParsedFile& file, TSNode method) {
  std::string name(file.text_of(ParsedFile::field(method, "name")));
  if (file.language() != CodeLanguage::kCSharp) return name;
  // The library drops "Async" from methods that return a task, and writes the rest in snake case.
  string_view returns = last_name(file.text_of(ParsedFile::field(method, "returns")));
  bool task = returns == "Task" || returns == "ValueTask" || returns == "IAsyncEnumerable";
  if (task && name.size() > 5 && name.ends_with("Async")) name.resize(name.size() - 5);
  return snake_case(name);
}

void read_hints(const ParsedFile& file, const Annotation& from, JsonObject& out) {
  for (auto [key, member] : {std::pair<string_view, string_view>{"ReadOnly", "readOnlyHint"},
                             {"Destructive", "destructiveHint"},
                             {"Idempotent", "idempotentHint"},
                             {"OpenWorld", "openWorldHint"},
                             {"readOnlyHint", "readOnlyHint"},
                             {"destructiveHint", "destructiveHint"},
                             {"idempotentHint", "idempotentHint"},
                             {"openWorldHint", "openWorldHint"}}) {
    string_view text = file.text_of(annotation_value(from, key));
    if (text == "true" || text == "false") out[member] = text == "true";
  }
}

// annotations = @McpTool.McpAnnotations(readOnlyHint = true)
void read_nested_hints(const ParsedFile& file, TSNode node, JsonObject& out) {
  if (ts_node_is_null(node)) return;
  walk(
      node,
      [&](TSNode pair) {
        if (is_type(pair, "element_value_pair")) {
          Annotation one;
          one.values[file.text_of(ParsedFile::field(pair, "key"))] = ParsedFile::field(pair, "value");
          read_hints(file, one, out);
        }
        return true;
      },
      200);
}

}  // namespace

void read_annotated_tools(const Values& values, const ClassTypes& types,
                          const std::vector<string_view>& names, FileSummary& summary) {
  const ParsedFile& file = values.file();
  walk(file.root(), [&](TSNode node) {
    if (!is_type(node, "method_declaration") && !is_type(node, "function_declaration")) return true;
    std::vector<Annotation> annotations = annotations_of(file, node);
    const Annotation* tool = nullptr;
    for (string_view name : names) {
      if (tool == nullptr) tool = find_annotation(annotations, name);
    }
    if (tool == nullptr) return true;
    ToolSite made;
    bool csharp = file.language() == CodeLanguage::kCSharp;
    made.form = csharp ? "[" + std::string(tool->name) + "]" : "@" + std::string(tool->name);
    made.line = ParsedFile::line_of(ParsedFile::field(node, "name"));
    made.handler = std::string(file.text_of(ParsedFile::field(node, "name")));
    made.handler_line = made.line;
    TSNode given = annotation_value(*tool, csharp ? "Name" : "name");
    made.name = ts_node_is_null(given) ? CodeValue{Json(default_name(file, node)), {}} : values.text(given);
    TSNode title = annotation_value(*tool, csharp ? "Title" : "title");
    if (!ts_node_is_null(title)) made.title = values.text(title);
    TSNode about = annotation_value(*tool, "description");
    if (ts_node_is_null(about)) about = annotation_value(*tool, "");
    if (const Annotation* own = find_annotation(annotations, "Description"))
      about = annotation_value(*own, "");
    if (!ts_node_is_null(about)) made.description = values.text(about);
    JsonObject hints;
    read_hints(file, *tool, hints);
    read_nested_hints(file, annotation_value(*tool, "annotations"), hints);
    if (!hints.empty()) made.annotations = {std::move(hints), {}};
    JsonObject schema{{"type", "object"}, {"properties", JsonObject()}};
    for (const Parameter& parameter : parameters_of(file, node)) {
      if (is_injected(parameter, types)) continue;
      Json property = types.schema(parameter.type);
      std::string text = types.description(parameter.annotations);
      if (!text.empty()) property.as_object()["description"] = text;
      std::string name(parameter.name);
      for (string_view from : {"ToolArg", "McpArg"}) {
        const Annotation* renamed = find_annotation(parameter.annotations, from);
        if (renamed == nullptr) continue;
        std::string other = values.plain_text(annotation_value(*renamed, "name"));
        if (!other.empty()) name = other;
      }
      add_property(schema, name, std::move(property), types.required(parameter));
    }
    made.input_schema = {std::move(schema), {}};
    add_tool(summary, std::move(made));
    return true;
  });
}

}  // namespace mcpjury
