// Sources written to make reading them slow: each must simply end.
#include <gtest/gtest.h>

#include "code/flows/flows.h"
#include "code/flows/follow.h"
#include "code/flows/lower.h"

namespace mcpjury {
namespace {

FileSummary summary_of(const std::string& path, std::string text) {
  FileSummary summary;
  summary.path = path;
  const auto language = code_language(path);
  summary.language = language_name(*language);
  auto parsed = ParsedFile::parse(path, *language, std::move(text));
  if (parsed.ok()) read_flows(*parsed, summary);
  return summary;
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

TEST(HostileFlows, DeepExpressionsEnd) {
  for (const std::string& text :
       {"server.tool('x', {a: z.string()}, ({a}) => exec(" + repeated("a + ", 40'000) + "a));",
        "server.tool('x', {a: z.string()}, ({a}) => " + repeated("f(", 900) + "a" + repeated(")", 900) + ");",
        "server.tool('x', {a: z.string()}, ({a}) => a" + repeated(".b", 60'000) + ");",
        "server.tool('x', {a: z.string()}, ({a}) => " + repeated("!", 100'000) + "a);",
        "server.tool('x', {a: z.string()}, ({a}) => " + repeated("a ? a : ", 30'000) + "a);",
        "server.tool('x', {a: z.string()}, ({a}) => " + repeated("(a && !", 900) + "a" + repeated(")", 900) +
            ");",
        repeated("if (a) b; else ", 20'000) + "c;", repeated("x => ", 50'000) + "x;"}) {
    summary_of("a.js", text);
  }
  summary_of("a.py", "def f(a):\n  return " + repeated("not ", 50'000) + "a\n");
  summary_of("a.go", "package a\nfunc f(a string) { g(" + repeated("-", 50'000) + "a) }\n");
}

TEST(HostileFlows, NestedTernariesStayInTheBudget) {
  std::string inner = "a";
  for (int i = 0; i < 60; ++i) inner = "((" + inner + ") ? a : b)";
  summary_of("a.js", "function f(a, b) { return exec(" + inner + "); }");
}

TEST(HostileFlows, ManyTaintsAreBounded) {
  std::string text = "function f(";
  for (int i = 0; i < 500; ++i) text += "p" + std::to_string(i) + ",";
  text += "last) { let x = '';\n";
  for (int i = 0; i < 500; ++i)
    text += "x += p" + std::to_string(i) + "; g" + std::to_string(i) + "(x, {a: x, b: [x, x]});\n";
  const FileSummary summary = summary_of("a.js", text + "}\n");
  for (const FunctionFlow& flow : summary.functions) EXPECT_LE(flow.steps.size(), 200U);
}

TEST(HostileFlows, FunctionsCallingEachOtherInCircles) {
  std::string text = "server.tool('x', {a: z.string()}, ({a}) => f0(a));\n";
  for (int i = 0; i < 1'900; ++i) {
    text += "function f" + std::to_string(i) + "(a) { f" + std::to_string((i + 1) % 1'900) + "(a); f" +
            std::to_string(i * 7 % 1'900) + "(a + 'x'); f" + std::to_string(i * 31 % 1'900) +
            "({a}); return f" + std::to_string((i + 3) % 1'900) + "(a); }\n";
  }
  std::vector<FileSummary> files;
  for (int i = 0; i < 20; ++i) files.push_back(summary_of("m" + std::to_string(i) + ".js", text));
  follow_flows(files);
}

TEST(HostileFlows, ADispatcherOfThousands) {
  std::string text =
      "server.setRequestHandler(CallToolRequestSchema, async (request) => { const args = "
      "request.params.arguments; switch (request.params.name) {\n";
  for (int i = 0; i < 5'000; ++i)
    text += "case 't" + std::to_string(i) + "': return run(args.v" + std::to_string(i) + ");\n";
  const FileSummary summary =
      summary_of("a.js", text + "}});\nfunction run(v) { require('child_process').execSync('x ' + v); }\n");
  EXPECT_FALSE(summary.functions.empty());
}

TEST(HostileFlows, BrokenSourceIsRead) {
  summary_of("a.ts", "server.tool('x', { a: z.string( }, async ({ a }) => { exec(`");
  summary_of("a.py", "@mcp.tool()\ndef f(a\n  os.system(f'{a");
  summary_of("a.go", "package\nfunc (((");
  summary_of("a.js", std::string("\0\xff\xfe function f(a){exec(a)}", 26));
}

}  // namespace
}  // namespace mcpjury
