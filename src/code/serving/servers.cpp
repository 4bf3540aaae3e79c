// Servers that the file sets up: an import of a library, and a construction of its server.
#include <utility>

#include "base/ascii.h"
#include "code/serving/context.h"

namespace mcpjury {
namespace {

using std::string_view;

struct Library {
  string_view sdk, import;
  std::initializer_list<string_view> constructions;  // last names of calls
  std::initializer_list<CodeLanguage> languages;
};

constexpr std::initializer_list<CodeLanguage> kScript = {CodeLanguage::kJavaScript, CodeLanguage::kTypeScript,
                                                         CodeLanguage::kTsx};
constexpr std::initializer_list<CodeLanguage> kPython = {CodeLanguage::kPython};
constexpr std::initializer_list<CodeLanguage> kGo = {CodeLanguage::kGo};
constexpr std::initializer_list<CodeLanguage> kRust = {CodeLanguage::kRust};
constexpr std::initializer_list<CodeLanguage> kJvm = {CodeLanguage::kJava, CodeLanguage::kKotlin};

// The most particular import first: a file counts once for each construction.
const Library kLibraries[] = {
    {"@modelcontextprotocol/sdk", "@modelcontextprotocol/sdk", {"McpServer", "Server"}, kScript},
    {"@modelcontextprotocol/server", "@modelcontextprotocol/server", {"McpServer", "Server"}, kScript},
    {"fastmcp", "fastmcp", {"FastMCP"}, kScript},
    {"mcp-framework", "mcp-framework", {"MCPServer"}, kScript},
    {"mcp", "mcp.server", {"FastMCP", "MCPServer", "Server"}, kPython},
    {"fastmcp", "fastmcp", {"FastMCP"}, kPython},
    {"fastapi-mcp", "fastapi_mcp", {"FastApiMCP"}, kPython},
    {"mark3labs/mcp-go", "mark3labs/mcp-go", {"NewMCPServer"}, kGo},
    {"modelcontextprotocol/go-sdk", "modelcontextprotocol/go-sdk", {"NewServer"}, kGo},
    {"metoro-io/mcp-golang", "mcp-golang", {"NewServer"}, kGo},
    {"go-mcp", "/go-mcp/", {"NewServer"}, kGo},
    {"rmcp", "rmcp", {"serve", "serve_server", "StreamableHttpService"}, kRust},
    {"rust-mcp-sdk", "rust_mcp_sdk", {"create_server", "new", "create_hyper_server"}, kRust},
    {"modelcontextprotocol/java-sdk", "io.modelcontextprotocol", {"sync", "async", "Server"}, kJvm},
    {"ModelContextProtocol",
     "ModelContextProtocol",
     {"AddMcpServer", "McpServerFactory", "McpServer"},
     {CodeLanguage::kCSharp}},
};

bool is_import(TSNode node) {
  string_view type = ParsedFile::type_of(node);
  return type == "import_statement" || type == "import_from_statement" || type == "import_declaration" ||
         type == "import" || type == "use_declaration" || type == "using_directive";
}

bool fits(const ServingContext& context, const Library& library, const Call& call) {
  for (string_view name : library.constructions) {
    if (call.name != name) continue;
    string_view receiver = context.file.text_of(call.receiver).substr(0, 60);
    if (name == "sync" || name == "async") return contains(receiver, "McpServer");
    if (name == "new") return contains(call.path, "Server") || contains(receiver, "Server");
    if (is_script(context.file.language())) return call.is_new;
    if (name == "Server" && context.file.language() == CodeLanguage::kJava) return call.is_new;
    if (name == "NewServer")
      return ts_node_is_null(call.receiver) || contains(ascii::lowered(receiver), "mcp") ||
             receiver == "server";
    return true;
  }
  // StreamableHttpService::new(…), McpServerFactory.Create(…)
  if (context.file.language() == CodeLanguage::kRust && call.name == "new")
    return contains(call.path, "StreamableHttpService");
  return context.file.language() == CodeLanguage::kCSharp && call.name == "Create" &&
         contains(call.path, "McpServer");
}

}  // namespace

void read_servers(ServingContext& context) {
  std::vector<const Library*> imported;
  auto note = [&](string_view text) {
    for (const Library& library : kLibraries) {
      bool language = false;
      for (CodeLanguage one : library.languages) language = language || one == context.file.language();
      if (!language || !contains(text, library.import)) continue;
      bool known = false;
      for (const Library* one : imported) known = known || one == &library || one->sdk == library.sdk;
      if (!known) imported.push_back(&library);
    }
  };
  // What no word of the file names, no import of it names.
  bool named = false;
  for (const Library& library : kLibraries) named = named || contains(context.file.text(), library.import);
  if (!named && !contains(context.file.text(), "AddMcpServer")) return;
  walk(context.file.root(), [&](TSNode node) {
    if (is_test_module(context.file, node)) return false;
    Call call;
    if (is_import(node)) note(context.file.text_of(node));
    if (is_type(node, "call_expression") && read_call(context.file, node, call) && call.name == "require") {
      note(context.file.text_of(node));
    }
    return true;
  });
  // Implicit usings of C#, and constructions by full path, name the library where they stand.
  if (context.file.language() == CodeLanguage::kCSharp && contains(context.file.text(), "AddMcpServer"))
    note("ModelContextProtocol");
  if (imported.empty()) return;
  walk(context.file.root(), [&](TSNode node) {
    if (is_test_module(context.file, node)) return false;
    Call call;
    if (!read_call(context.file, node, call)) return true;
    for (const Library* library : imported) {
      if (!fits(context, *library, call) || context.summary.servers.size() >= 50) continue;
      context.summary.servers.push_back({std::string(library->sdk), ParsedFile::line_of(node)});
      break;
    }
    return true;
  });
}

}  // namespace mcpjury
