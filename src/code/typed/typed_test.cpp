#include "code/typed/typed.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

namespace mcpjury {
namespace {

FileSummary read(std::string path, std::string text) {
  auto language = code_language(path);
  EXPECT_TRUE(language);
  auto file = ParsedFile::parse(path, *language, std::move(text));
  EXPECT_TRUE(file.ok());
  FileSummary summary;
  read_typed_tools(*file, summary);
  return summary;
}

std::string text(const CodeValue& value) {
  if (!value.reference.empty()) return "ref " + value.reference;
  if (value.value.is_string()) return std::string(view(value.value.as_string()));
  return boost::json::serialize(value.value);
}

// name|description|schema of the only tool.
std::string only(const FileSummary& summary) {
  EXPECT_EQ(summary.tools.size(), 1U);
  if (summary.tools.empty()) return {};
  const ToolSite& tool = summary.tools[0];
  EXPECT_GT(tool.line, 0U);
  return text(tool.name) + "|" + text(tool.description) + "|" + text(tool.input_schema);
}

const std::string kMark = "package a\nimport \"github.com/mark3labs/mcp-go/mcp\"\n";
const std::string kSdk = "package a\nimport \"github.com/modelcontextprotocol/go-sdk/mcp\"\n";

TEST(GoTools, NewToolWithOptions) {
  FileSummary made = read("a.go", kMark + R"(const Name = "get_" + `weather`
func f(s *server.MCPServer) {
  tool := mcp.NewTool(Name, mcp.WithDescription(t("TOOL_X", "Gets it")), mcp.WithReadOnlyHintAnnotation(true),
    mcp.WithString("city", mcp.Required(), mcp.Description("the city"), mcp.Enum("a", "b")), mcp.WithNumber("n"))
  s.AddTool(tool, handle)
})");
  EXPECT_EQ(
      only(made),
      R"(get_weather|Gets it|{"type":"object","properties":{"city":{"type":"string","description":"the city","enum":["a","b"]},"n":{"type":"number"}},"required":["city"]})");
  EXPECT_EQ(made.tools[0].handler, "handle");
  EXPECT_EQ(text(made.tools[0].annotations), R"({"readOnlyHint":true})");
  EXPECT_EQ(made.tools[0].line, 5U);
}

TEST(GoTools, OfficialLibraryDerivesTheSchemaFromTheHandler) {
  const std::string types =
      "type In struct {\n Name string `json:\"name\" jsonschema:\"who to greet\"`\n Loud *bool "
      "`json:\"loud,omitempty\"`\n x int\n}\n";
  const std::string handler =
      "func hi(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) { "
      "return nil, nil, nil }\n";
  const std::string add =
      "func main() { mcp.AddTool(server, &mcp.Tool{Name: \"greet\", Description: \"say hi\"}, hi) }\n";
  const std::string schema =
      R"({"type":"object","properties":{"name":{"type":"string","description":"who to greet"},"loud":{"type":"boolean"}},"required":["name"]})";
  EXPECT_EQ(only(read("a.go", kSdk + types + handler + add)), "greet|say hi|" + schema);
  // Over files: the handler's input and the type are constants that linking finds.
  EXPECT_EQ(only(read("b.go", kSdk + add)), "greet|say hi|ref hi.input");
  FileSummary other = read("c.go", kSdk + types + handler);
  ASSERT_EQ(other.constants.size(), 2U);
  EXPECT_EQ(other.constants[0].name, "In");
  EXPECT_EQ(other.constants[1].name, "hi.input");
  EXPECT_EQ(text(other.constants[1].value), schema);
}

TEST(GoTools, LiteralSchemasAndLists) {
  EXPECT_EQ(only(read("a.go", kSdk + "var t = []mcp.Tool{{Name: \"x\", Description: \"y\", InputSchema: "
                                     "json.RawMessage(`{\"type\":\"object\"}`)}}\n")),
            R"(x|y|{"type":"object"})");
  EXPECT_EQ(only(read("a.go", kSdk + "var t = mcp.Tool{Name: \"x\", InputSchema: &jsonschema.Schema{Type: "
                                     "\"object\", Required: []string{}}}\n")),
            R"(x|null|{"type":"object","required":[]})");
  EXPECT_EQ(
      only(read("a.go",
                "package a\nimport m \"github.com/metoro-io/mcp-golang\"\ntype A struct {\n City string "
                "`json:\"city\" jsonschema:\"required,description=The city\"`\n}\n"
                "func main() { server.RegisterTool(\"hello\", \"Says hello\", func(a A) (*m.ToolResponse, "
                "error) { return nil, nil }) }\n")),
      R"(hello|Says hello|{"type":"object","properties":{"city":{"type":"string","description":"The city"}},"required":["city"]})");
  EXPECT_TRUE(read("a.go", "package a\nfunc main() { NewTool(\"hammer\") }\n").tools.empty());
}

TEST(RustTools, AttributesAndTypes) {
  const std::string code = R"(use rmcp::tool;
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Req {
    /// the first
    first_one: String,
    #[schemars(description = "second")]
    #[serde(default)]
    b: Option<Vec<i32>>,
}
impl C {
    /// Adds
    /// things
    #[tool(annotations(read_only_hint = true))]
    async fn add(&self, Parameters(r): Parameters<Req>) -> String { String::new() }
}
#[cfg(test)]
mod tests { fn t() { Tool::new("no", "no", s); } }
)";
  FileSummary made = read("a.rs", code);
  EXPECT_EQ(
      only(made),
      "add|Adds\nthings|"
      R"({"type":"object","properties":{"firstOne":{"type":"string","description":"the first"},"b":{"type":"array","items":{"type":"integer"},"description":"second"}},"required":["firstOne"]})");
  EXPECT_EQ(text(made.tools[0].annotations), R"({"readOnlyHint":true})");
  EXPECT_EQ(only(read("b.rs",
                      "use rmcp::tool;\nimpl C { #[tool(name = \"n\", description = \"a \\\n   b\")] fn "
                      "x(&self, Parameters(r): Parameters<Other>) {} }")),
            "n|a b|ref Other");
  EXPECT_EQ(
      only(read("c.rs",
                "use rust_mcp_sdk::x;\n#[mcp_tool(name = \"n\", description = concat!(\"a\", \"b\"))]\npub "
                "struct N { /// p\n path: String }")),
      R"(n|ab|{"type":"object","properties":{"path":{"type":"string","description":"p"}},"required":["path"]})");
  EXPECT_EQ(only(read("d.rs",
                      "use mcp_x;\nfn l() -> Vec<Tool> { vec![Tool::new(\"n\".to_string(), \"d\", "
                      "json!({\"type\": \"object\",}))] }")),
            R"(n|d|{"type":"object"})");
  EXPECT_EQ(only(read("e.rs",
                      "use rmcp::model::Tool;\nfn l() { let t = Tool::new(\"n\", \"d\", "
                      "rmcp::object!({\"type\": \"object\"})); }")),
            R"(n|d|{"type":"object"})");
}

TEST(JavaTools, AnnotationsConstructorsBuilders) {
  EXPECT_EQ(
      only(read("A.java",
                "import org.springframework.ai.tool.annotation.Tool;\nclass A {\n static final String D = "
                "\"of\";\n @Tool(description = \"Gets \" + D)\n"
                " public String getIt(@ToolParam(description = \"c\", required = false) String city, "
                "List<Integer> ns, ToolContext x) { return \"\"; } }")),
      R"(getIt|Gets of|{"type":"object","properties":{"city":{"type":"string","description":"c"},"ns":{"type":"array","items":{"type":"integer"}}},"required":["ns"]})");
  EXPECT_EQ(
      only(read("B.java",
                "import io.quarkiverse.mcp.server.Tool;\nclass B { @Tool(name = \"n\", description = "
                "\"\"\"\n     two\n       lines\"\"\")\n"
                " String f(@ToolArg(description = \"d\") boolean on) { return null; } }")),
      "n|two\n  lines|"
      R"({"type":"object","properties":{"on":{"type":"boolean","description":"d"}},"required":["on"]})");
  EXPECT_EQ(only(read("C.java",
                      "import io.modelcontextprotocol.spec.McpSchema;\nclass C { void m() { var t = new "
                      "McpSchema.Tool(\"n\", \"d\", \"{\\\"type\\\":\\\"object\\\"}\"); } }")),
            R"(n|d|{"type":"object"})");
  EXPECT_EQ(only(read("D.java",
                      "import io.modelcontextprotocol.spec.McpSchema.Tool;\nclass D { void m() { var t = "
                      "Tool.builder().name(\"n\").description(\"d\").build(); } }")),
            "n|d|null");
  EXPECT_TRUE(read("E.java", "import dev.langchain4j.agent.tool.Tool;\nclass E { @Tool(\"x\") void f() {} }")
                  .tools.empty());
}

TEST(CSharpTools, AttributesAndObjects) {
  EXPECT_EQ(
      only(read("a.cs",
                "[McpServerToolType] public static class T {\n [McpServerTool(ReadOnly = true), "
                "Description(\"Echo \" + \"it\")]\n"
                " public static async Task<string> EchoHTTPAsync(IMcpServer s, [Description(@\"the "
                "\"\"m\"\"\")] string message, int n = 3, CancellationToken t = default) => message; }")),
      R"(echo_http|Echo it|{"type":"object","properties":{"message":{"type":"string","description":"the \"m\""},"n":{"type":"integer"}},"required":["message"]})");
  EXPECT_EQ(only(read("b.cs",
                      "class T { [McpServerTool(Name = \"x\")] [Description(\"\"\"\n    a\n      b\n    "
                      "\"\"\")] public string F() => \"\"; }")),
            "x|a\n  b|"
            R"({"type":"object","properties":{}})");
  EXPECT_EQ(
      only(read(
          "c.cs",
          "using ModelContextProtocol.Protocol;\nvar t = new Tool { Name = \"y\", Description = \"z\", "
          "InputSchema = JsonSerializer.Deserialize<JsonElement>(\"\"\"{\"type\":\"object\"}\"\"\") };")),
      R"(y|z|{"type":"object"})");
}

TEST(KotlinTools, AddTool) {
  FileSummary made = read("a.kt", R"(import io.modelcontextprotocol.kotlin.sdk.server.Server
fun m(server: Server) {
  server.addTool(name = "alerts", description = """
      Get it
        now
  """.trimIndent(), inputSchema = Tool.Input(properties = buildJsonObject {
    putJsonObject("state") { put("type", "string"); put("description", "Two " + "letters") }
  }, required = listOf("state"))) { request -> go(request) }
})");
  EXPECT_EQ(
      only(made),
      "alerts|Get it\n  now|"
      R"({"type":"object","properties":{"state":{"type":"string","description":"Two letters"}},"required":["state"]})");
  EXPECT_EQ(made.tools[0].handler_line, 8U);
  EXPECT_EQ(only(read("b.kt",
                      "import io.modelcontextprotocol.kotlin.sdk.Tool\nconst val N = \"n\"\nval t = "
                      "Tool(name = N, description = \"d\", inputSchema = Tool.Input())")),
            R"(n|d|{"type":"object","properties":{}})");
}

TEST(TypedTools, HostileFilesEnd) {
  std::string sum = kMark + "const A = \"a\"";
  for (int i = 0; i < 20'000; ++i) sum += " + \"b\"";
  read("a.go", sum + "\nvar t = mcp.NewTool(A)\n");
  read("b.go", kMark + "var A = B\nvar B = A\nvar t = mcp.NewTool(A)\n");
  read("c.go", kSdk +
                   "type T struct {\n T *T `json:\"t\"`\n U []T `json:\"u\"`\n}\nfunc f() { mcp.AddTool(s, "
                   "&mcp.Tool{Name: \"x\", Description: \"y\"}, func(c context.Context, r "
                   "*mcp.CallToolRequest, in T) {}) }\n");
  std::string many = kMark + "func f() {\n";
  for (int i = 0; i < 3'000; ++i) many += "mcp.NewTool(\"a\")\n";
  FileSummary cut = read("d.go", many + "}\n");
  EXPECT_EQ(cut.tools.size(), kMaxSitesInFile);
  EXPECT_TRUE(cut.cut);
}

}  // namespace
}  // namespace mcpjury
