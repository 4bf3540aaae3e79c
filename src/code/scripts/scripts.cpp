#include "code/scripts/scripts.h"

#include <array>
#include <utility>

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxImports = 2'000;

std::string unquoted(std::string_view text) {
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'' || text[0] == '`')) {
    text = text.substr(1, text.size() - 2);
  }
  return std::string(text);
}

void add(FileSummary& summary, std::string local, std::string imported, std::string module) {
  if (module.empty()) return;
  if (summary.imports.size() >= kMaxImports) {
    summary.cut = true;
    return;
  }
  summary.imports.push_back({std::move(local), std::move(imported), std::move(module)});
}

void script_import(const ParsedFile& file, TSNode node, FileSummary& summary) {
  const std::string module = unquoted(file.text_of(ParsedFile::field(node, "source")));
  bool bound = false;
  walk(
      node,
      [&](TSNode part) {
        const std::string_view type = ParsedFile::type_of(part);
        if (type == "namespace_import") {
          add(summary, std::string(file.text_of(ts_node_named_child(part, 0))), "*", module);
          bound = true;
          return false;
        }
        if (type == "import_specifier" || type == "export_specifier") {
          const TSNode name = ParsedFile::field(part, "name"), alias = ParsedFile::field(part, "alias");
          add(summary, std::string(file.text_of(ts_node_is_null(alias) ? name : alias)),
              std::string(file.text_of(name)), module);
          bound = true;
          return false;
        }
        if (type == "identifier" && ParsedFile::type_of(ts_node_parent(part)) == "import_clause") {
          add(summary, std::string(file.text_of(part)), "default", module);
          bound = true;
        }
        return true;
      },
      10'000);
  if (!bound) add(summary, "", "*", module);
}

// require("x") and import("x").
void script_call(const ParsedFile& file, TSNode node, FileSummary& summary) {
  const TSNode callee = ParsedFile::field(node, "function");
  const std::string_view name = file.text_of(callee);
  if (name != "require" && name != "import") return;
  const TSNode argument = ts_node_named_child(ParsedFile::field(node, "arguments"), 0);
  if (ParsedFile::type_of(argument) != "string") return;
  std::string local;
  const TSNode parent = ts_node_parent(node);
  if (ParsedFile::type_of(parent) == "variable_declarator") {
    const TSNode target = ParsedFile::field(parent, "name");
    if (ParsedFile::type_of(target) == "identifier") local = std::string(file.text_of(target));
  }
  add(summary, std::move(local), "*", unquoted(file.text_of(argument)));
}

void python_import(const ParsedFile& file, TSNode node, FileSummary& summary) {
  const bool from = ParsedFile::type_of(node) == "import_from_statement";
  const TSNode module_node = ParsedFile::field(node, "module_name");
  const std::string module(file.text_of(module_node));
  bool bound = false;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 500; ++i) {
    const TSNode part = ts_node_named_child(node, i);
    if (from && ts_node_eq(part, module_node)) continue;
    const bool aliased = ParsedFile::type_of(part) == "aliased_import";
    const std::string name(file.text_of(aliased ? ParsedFile::field(part, "name") : part));
    const std::string local(aliased ? file.text_of(ParsedFile::field(part, "alias"))
                                    : std::string_view(name));
    if (ParsedFile::type_of(part) == "wildcard_import") {
      add(summary, "", "*", module);
    } else if (from) {
      add(summary, local, name, module);
    } else {
      add(summary, local, "*", name);
    }
    bound = true;
  }
  if (from && !bound) add(summary, "", "*", module);
}

}  // namespace

void read_script_tools(const ParsedFile& file, FileSummary& summary) {
  const bool python = file.language() == CodeLanguage::kPython;
  if (!python && !is_script(file.language())) return;
  // Imports may stand in functions, and require may stand in any expression. A file without the word needs no
  // walk.
  if (file.text().find("import") == std::string_view::npos &&
      file.text().find("require") == std::string_view::npos &&
      file.text().find(" from ") == std::string_view::npos) {
    return;
  }
  const bool calls = file.text().find("require(") != std::string_view::npos ||
                     file.text().find("import(") != std::string_view::npos;
  walk(file.root(), [&](TSNode node) {
    const std::string_view type = ParsedFile::type_of(node);
    if (python) {
      if (type == "import_statement" || type == "import_from_statement") {
        python_import(file, node, summary);
        return false;
      }
      return type != "expression_statement" && type != "return_statement";
    }
    if (type == "import_statement") {
      script_import(file, node, summary);
      return false;
    }
    if (type == "export_statement") {
      if (ts_node_is_null(ParsedFile::field(node, "source"))) return calls;
      script_import(file, node, summary);
      return false;
    }
    if (type == "call_expression") script_call(file, node, summary);
    return calls || type == "program";
  });
}

bool mentions_mcp(std::string_view text) {
  static constexpr std::array kWords = {"registerTool"sv, "setRequestHandler"sv, "modelcontextprotocol"sv,
                                        ".addTool("sv,    "McpServer"sv,         "MCPTool"sv,
                                        "FastMCP"sv,      "fastmcp"sv,           "list_tools"sv,
                                        "mcp.tool"sv,     "mcp.server"sv,        "registerAppTool"sv,
                                        "@mcp."sv,        "tools/list"sv};
  for (const std::string_view word : kWords) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return text.find(".tool(") != std::string_view::npos && text.find("mcp") != std::string_view::npos;
}

}  // namespace mcpjury
