#include "code/serving/serving.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

FileSummary read(std::string path, std::string text) {
  auto language = code_language(path);
  EXPECT_TRUE(language);
  auto file = ParsedFile::parse(path, *language, std::move(text));
  EXPECT_TRUE(file.ok());
  FileSummary summary;
  read_serving(*file, summary);
  return summary;
}

// "fact confidence" of each fact, in their order.
std::string facts(const FileSummary& summary) {
  std::string out;
  for (const CodeFact& fact : summary.facts) {
    EXPECT_GT(fact.line, 0U);
    EXPECT_FALSE(fact.cwe.empty());
    out += (out.empty() ? "" : ", ") + fact.fact + " " + fact.confidence;
  }
  return out;
}

std::string facts(std::string path, std::string text) {
  return facts(read(std::move(path), std::move(text)));
}

const std::string kMcp = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n";
const std::string kGoMcp = "package main\nimport \"github.com/mark3labs/mcp-go/server\"\n";

TEST(Servers, ImportAndConstructionTogether) {
  FileSummary made = read("a.ts", kMcp + "const s = new McpServer({name: 'x'});\n");
  ASSERT_EQ(made.servers.size(), 1U);
  EXPECT_EQ(made.servers[0].sdk, "@modelcontextprotocol/sdk");
  EXPECT_EQ(made.servers[0].line, 2U);
  EXPECT_TRUE(read("a.ts", kMcp).servers.empty());
  EXPECT_TRUE(read("a.ts", "const s = new McpServer({name: 'x'});").servers.empty());
  EXPECT_EQ(read("a.cjs", "const {Server} = require('@modelcontextprotocol/sdk/server');\nnew Server({});")
                .servers.size(),
            1U);
  EXPECT_EQ(read("a.py", "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n").servers.size(), 1U);
  EXPECT_EQ(read("a.py", "from fastmcp import FastMCP\nmcp = FastMCP('x')\n").servers.size(), 1U);
  EXPECT_EQ(read("a.go", kGoMcp + "func main() { s := server.NewMCPServer(\"a\", \"1\") }\n").servers.size(),
            1U);
  EXPECT_EQ(read("A.java",
                 "import io.modelcontextprotocol.server.McpServer;\nclass A { void m() { "
                 "McpServer.sync(t).build(); } }")
                .servers.size(),
            1U);
  EXPECT_EQ(
      read("a.cs", "using ModelContextProtocol.Server;\nbuilder.Services.AddMcpServer();").servers.size(),
      1U);
  EXPECT_EQ(
      read("a.rs", "use rmcp::ServiceExt;\nasync fn m() { S::new().serve(stdio()).await; }").servers.size(),
      1U);
  EXPECT_TRUE(
      read("a.rs", "use rmcp::ServiceExt;\n#[cfg(test)]\nmod tests { fn m() { S::new().serve(stdio()); } }")
          .servers.empty());
}

TEST(Routes, SameHandlerOpenAndGuarded) {
  const std::string code =
      "func f(r *gin.Engine) {\n r.POST(\"/mcp\", IPWhiteList(), AuthRequired(), func(c *gin.Context) { "
      "serve(c) })\n"
      " r.POST(\"/mcp_message\", IPWhiteList(), func(c *gin.Context) { serve(c) })\n}\n";
  FileSummary made = read("a.go", kGoMcp + code);
  ASSERT_EQ(made.routes.size(), 2U);
  EXPECT_TRUE(made.routes[0].authenticated);
  EXPECT_FALSE(made.routes[1].authenticated);
  EXPECT_EQ(made.routes[1].handler, "serve");
  EXPECT_EQ(facts(made), "route-without-authentication high");
  const std::string list =
      "func IPWhiteList() gin.HandlerFunc { return func(c *gin.Context) {\n if len(list) == 0 {\n c.Next()\n "
      "return\n }\n c.Abort() } }\n";
  EXPECT_EQ(facts("b.go", kGoMcp + list), "allow-list-open-when-empty high");
  const std::string shut =
      "func IPWhiteList() gin.HandlerFunc { return func(c *gin.Context) {\n if len(list) == 0 {\n "
      "c.Abort()\n return\n }\n c.Next() } }\n";
  EXPECT_EQ(facts("b.go", kGoMcp + shut), "");
}

TEST(Routes, Express) {
  EXPECT_EQ(
      facts("a.js", kMcp + "app.post('/mcp', async (req, res) => { await t.handleRequest(req, res); });"),
      "route-without-authentication low");
  EXPECT_EQ(facts("a.js", kMcp + "app.post('/mcp', requireBearerAuth(), handle); app.get('/sse', other);"),
            "route-without-authentication medium");
  for (const char* safe :
       {"app.post('/mcp', requireAuth, handle);", "app.use(authenticate); app.post('/mcp', handle);",
        "app.get('/mcp', (req, res) => { res.status(405).end(); });",
        "app.post('/mcp', (req, res) => { if (req.headers.authorization !== key) return "
        "res.status(401).end(); go(req); });",
        "function handle(req, res) { if (!req.headers['x-api-key']) return res.sendStatus(401); "
        "}\napp.post('/mcp', handle);",
        "await client.post('/mcp', {a: 1});", "headers.get('mcp-session-id');"}) {
    EXPECT_EQ(facts("a.js", kMcp + safe), "") << safe;
  }
  EXPECT_EQ(facts("chat.js", "app.post('/messages', send);"), "");
}

TEST(Routes, OtherFrameworks) {
  const std::string py = "from mcp.server.sse import SseServerTransport\n";
  EXPECT_EQ(
      facts("a.py", py + "@app.post('/mcp')\nasync def handle(request):\n    return await go(request)\n"),
      "route-without-authentication low");
  EXPECT_EQ(facts("a.py", py + "@app.post('/mcp', dependencies=[Depends(check_token)])\nasync def "
                               "handle(request):\n    return 1\n"),
            "");
  EXPECT_EQ(facts("a.py", py + "app = Starlette(routes=[Route('/sse', endpoint=handle_sse)])\n"),
            "route-without-authentication low");
  EXPECT_EQ(facts("a.py", py + "app = Starlette(middleware=[Middleware(AuthMiddleware)], "
                               "routes=[Route('/sse', endpoint=handle_sse)])\n"),
            "");
  const std::string rs = "use rmcp::x;\nfn m() { let app = Router::new().route(\"/mcp\", post(h))";
  EXPECT_EQ(facts("a.rs", rs + "; }"), "route-without-authentication low");
  EXPECT_EQ(facts("a.rs", rs + ".layer(from_fn(require_bearer)); }"), "");
  const std::string cs = "using ModelContextProtocol.Server;\napp.MapMcp(\"/mcp\")";
  EXPECT_EQ(facts("a.cs", cs + ".RequireAuthorization();"), "");
  EXPECT_EQ(facts("a.cs", cs + ".AllowAnonymous();"),
            "auth-disabled medium, route-without-authentication low");
  const std::string kt = "import io.modelcontextprotocol.kotlin.sdk.server.Server\nfun m() { routing { ";
  EXPECT_EQ(facts("a.kt", kt + "post(\"/mcp\") { call.respond(1) } } }"), "route-without-authentication low");
  EXPECT_EQ(facts("a.kt", kt + "authenticate(\"a\") { post(\"/mcp\") { call.respond(1) } } } }"), "");
}

TEST(Trust, CertificateChecksOff) {
  const char* off[][2] = {
      {"a.ts", "const a = new Agent({ rejectUnauthorized: false });"},
      {"a.js", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';"},
      {"a.py", "r = httpx.get(url, verify=False)\n"},
      {"b.py", "ctx.verify_mode = ssl.CERT_NONE\n"},
      {"c.py", "ctx = ssl._create_unverified_context()\n"},
      {"a.go", "package a\nvar t = &tls.Config{InsecureSkipVerify: true}\n"},
      {"a.rs", "fn m() { b.danger_accept_invalid_certs(true); }"},
      {"a.cs", "handler.ServerCertificateCustomValidationCallback = (a, b, c, d) => true;"},
      {"A.java", "class T { public void checkServerTrusted(X509Certificate[] c, String a) {} }"}};
  for (auto [path, code] : off) EXPECT_EQ(facts(path, code), "tls-check-off high") << path;
  const char* on[][2] = {
      {"a.ts", "const a = new Agent({ rejectUnauthorized: !insecure });"},
      {"a.js", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '1';"},
      {"a.py", "r = httpx.get(url, verify=True)\nc = jwt.decode(t, verify=False)\n"},
      {"a.go", "package a\nvar t = &tls.Config{InsecureSkipVerify: cfg.Insecure}\n"},
      {"a.rs", "fn m() { b.danger_accept_invalid_certs(flag); }"},
      {"a.cs",
       "handler.ServerCertificateCustomValidationCallback = (a, b, c, d) => d == SslPolicyErrors.None;"},
      {"A.java",
       "class T { public void checkServerTrusted(X509Certificate[] c, String a) { "
       "inner.checkServerTrusted(c, a); } }"}};
  for (auto [path, code] : on) EXPECT_EQ(facts(path, code), "") << path;
  EXPECT_EQ(facts("a.js", "if (process.env.INSECURE) { o.rejectUnauthorized = false; }"),
            "tls-check-off low");
}

TEST(Listening, AllInterfaces) {
  EXPECT_EQ(facts("a.js", kMcp + "app.listen(port, '0.0.0.0');"), "listens-on-all-interfaces high");
  EXPECT_EQ(facts("a.js", kMcp + "const host = process.env.HOST || '0.0.0.0';"),
            "listens-on-all-interfaces medium");
  EXPECT_EQ(
      facts("a.py", "from mcp.server.fastmcp import FastMCP\nuvicorn.run(app, host='0.0.0.0', port=8000)\n"),
      "listens-on-all-interfaces high");
  EXPECT_EQ(facts("b.py", "from fastmcp import FastMCP\nhost = os.environ.get('HOST', '0.0.0.0')\n"),
            "listens-on-all-interfaces medium");
  EXPECT_EQ(
      facts("a.go", kGoMcp + "func m() { s := server.NewStreamableHTTPServer(x); s.Start(\":8080\") }\n"),
      "listens-on-all-interfaces medium");
  EXPECT_EQ(facts("a.js", kMcp + "new StreamableHTTPServerTransport({}); app.listen(PORT, () => {});"),
            "listens-on-all-interfaces low");
  for (const char* safe : {"app.listen(port, '127.0.0.1');", "if (host === '0.0.0.0') warn();",
                           "const blocked = ['0.0.0.0', '::1'];",
                           "new StreamableHTTPServerTransport({}); app.listen(PORT, host, () => {});"}) {
    EXPECT_EQ(facts("a.js", kMcp + safe), "") << safe;
  }
  EXPECT_EQ(facts("other.js", "app.listen(port, '0.0.0.0');"), "");
}

TEST(Origins, ReflectedAndWildcard) {
  EXPECT_EQ(
      facts("a.js",
            "function f(req, res) { res.setHeader('Access-Control-Allow-Origin', req.headers.origin); }"),
      "origin-reflected high");
  EXPECT_EQ(facts("a.js", "app.use(cors({ origin: true, credentials: true }));"), "origin-reflected high");
  EXPECT_EQ(facts("a.js", "app.use(cors({ origin: '*', credentials: true }));"),
            "cors-wildcard-with-credentials high");
  EXPECT_EQ(
      facts("a.py", "app.add_middleware(CORSMiddleware, allow_origins=['*'], allow_credentials=True)\n"),
      "cors-wildcard-with-credentials high");
  EXPECT_EQ(
      facts("a.go",
            "package a\nvar c = cors.New(cors.Config{AllowAllOrigins: true, AllowCredentials: true})\n"),
      "cors-wildcard-with-credentials high");
  for (const char* safe : {"function f(req, res) { if (allowed.includes(req.headers.origin)) { "
                           "res.setHeader('Access-Control-Allow-Origin', req.headers.origin); } }",
                           "function f(req, res) { res.setHeader('Access-Control-Allow-Origin', '*'); }",
                           "app.use(cors({ origin: '*' }));",
                           "app.use(cors({ origin: ['https://a.example'], credentials: true }));"}) {
    EXPECT_EQ(facts("a.js", safe), "") << safe;
  }
  EXPECT_EQ(
      facts("a.py", "app.add_middleware(CORSMiddleware, allow_origins=['*'], allow_credentials=False)\n"),
      "");
}

TEST(Switches, AuthenticationOffByDefault) {
  EXPECT_EQ(facts("a.py", "from fastmcp import FastMCP\noff = os.getenv('DISABLE_AUTH', 'true')\n"),
            "auth-disabled high");
  EXPECT_EQ(facts("a.py", "from fastmcp import FastMCP\noff = os.getenv('DISABLE_AUTH', 'false')\n"), "");
  EXPECT_EQ(facts("a.js", kMcp + "const off = process.env.DISABLE_AUTH ?? 'true';"), "auth-disabled high");
  EXPECT_EQ(facts("a.js", kMcp + "const off = process.env.DISABLE_AUTH ?? 'false';"), "");
}

TEST(Snippets, SecretsAreReplacedAndTextIsCut) {
  // Put together here, so that no scanner takes this file for a leak.
  const std::string token = std::string("gh") + "p_" + "a8Kd03mZqT5vXw91LrBn" + "Yc72HsJe46UfGo0P";
  FileSummary made = read("a.py", "r = httpx.get(u, auth='" + token + "', verify=False)\n");
  ASSERT_EQ(made.facts.size(), 1U);
  EXPECT_EQ(made.facts[0].snippet.find(token), std::string::npos) << made.facts[0].snippet;
  EXPECT_NE(made.facts[0].snippet.find("[github-token:"), std::string::npos) << made.facts[0].snippet;
  FileSummary cut = read("b.py", "r = httpx.get('" + std::string(500, 'x') + "', verify=False)\n");
  ASSERT_EQ(cut.facts.size(), 1U);
  EXPECT_LE(cut.facts[0].snippet.size(), 200U);
}

TEST(Serving, DeepAndBrokenFilesEnd) {
  std::string deep = kMcp;
  for (int i = 0; i < 900; ++i) deep += "(";
  deep += "'0.0.0.0'";
  read("a.js", deep);
  std::string chain = "x";
  for (int i = 0; i < 5'000; ++i) chain += ".use(a)";
  read("b.js", kMcp + chain);
}

}  // namespace
}  // namespace mcpjury
