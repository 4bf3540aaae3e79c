#include "code/flows/flows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/json.h"
#include "code/flows/follow.h"

namespace mcpjury {
namespace {

struct Source {
  std::string path, text;
};

std::vector<FileSummary> read_all(const std::vector<Source>& sources) {
  std::vector<FileSummary> files;
  for (const Source& source : sources) {
    const auto language = code_language(source.path);
    EXPECT_TRUE(language.has_value()) << source.path;
    auto parsed = ParsedFile::parse(source.path, *language, source.text);
    EXPECT_TRUE(parsed.ok()) << source.path;
    FileSummary summary;
    summary.path = source.path;
    summary.language = language_name(*language);
    if (parsed.ok()) read_flows(*parsed, summary);
    files.push_back(std::move(summary));
  }
  follow_flows(files);
  return files;
}

std::vector<CodeFact> facts_of(const std::vector<Source>& sources) {
  std::vector<CodeFact> all;
  for (const FileSummary& file : read_all(sources))
    all.insert(all.end(), file.facts.begin(), file.facts.end());
  return all;
}

TEST(Flows, PathShowsEachStepOverFiles) {
  const auto files = read_all({{"src/index.ts", R"(
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { cloneRepository } from "./git.js";
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "clone":
      return cloneRepository(args.url, args.branch);
  }
});
)"},
                               {"src/git.ts", R"(
import { run } from "./shell.js";
export async function cloneRepository(url: string, branch: string) {
  const words = ["git", "clone", "-b", branch, url];
  return run(words.join(" "));
}
)"},
                               {"src/shell.ts", R"(
import { exec } from "node:child_process";
export const run = (line: string) => new Promise((done) => exec(line, done));
)"}});
  ASSERT_EQ(files[2].facts.size(), 1U);
  const CodeFact& fact = files[2].facts[0];
  EXPECT_EQ(fact.fact, "shell-from-parameter");
  EXPECT_EQ(fact.tool, "clone");
  EXPECT_EQ(fact.confidence, "high");
  EXPECT_EQ(fact.cwe, "CWE-78");
  EXPECT_EQ(fact.line, 3U);
  ASSERT_GE(fact.source_to_sink.size(), 4U);
  EXPECT_LE(fact.source_to_sink.size(), kMaxPathSteps);
  EXPECT_TRUE(fact.source_to_sink.front().starts_with("src/index.ts:4 ")) << fact.source_to_sink.front();
  EXPECT_EQ(fact.source_to_sink.back(), "src/shell.ts:3 exec");
}

TEST(Flows, DesignIsNotAFlaw) {
  const auto facts = facts_of({{"a.js", R"(
import { exec } from "child_process";
server.tool("run", { command: z.string() }, async ({ command }) => exec(command));
server.tool("browse", { url: z.string() }, async ({ url }) => fetch(url));
server.tool("sql", { query: z.string() }, async ({ query }) => pool.query(query));
)"}});
  ASSERT_EQ(facts.size(), 3U);
  for (const CodeFact& fact : facts) EXPECT_EQ(fact.confidence, "low") << fact.fact;
  EXPECT_EQ(facts[0].fact, "shell-by-design");
  EXPECT_EQ(facts[1].fact, "fetch-by-design");
  EXPECT_EQ(facts[2].fact, "sql-statement-from-parameter");
}

TEST(Flows, ACheckByNameLowersConfidence) {
  const auto facts = facts_of({{"a.ts", R"(
import fs from "fs/promises";
import { validatePath } from "./paths.js";
server.tool("read", { file: z.string() }, async ({ file }) => {
  validatePath(file);
  return fs.readFile(file, "utf8");
});
)"}});
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].fact, "path-from-parameter");
  EXPECT_EQ(facts[0].confidence, "low");
}

TEST(Flows, APathCheckSaysNothingOfAShell) {
  const auto facts = facts_of({{"a.ts", R"(
import { execSync } from "child_process";
server.tool("build", { project: z.string() }, async ({ project }) => {
  if (!validatePath(project)) return null;
  return execSync(`make -C ${project}`);
});
)"}});
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].confidence, "high");
}

TEST(Flows, AHelperThatThrowsClears) {
  const auto facts = facts_of({{"a.ts", R"(
import { execSync } from "child_process";
function only(word: string) {
  if (!/^[a-z]+$/.test(word)) throw new Error("no");
}
server.tool("build", { target: z.string() }, async ({ target }) => {
  only(target);
  return execSync(`make ${target}`);
});
)"}});
  EXPECT_TRUE(facts.empty());
}

TEST(Flows, TestFilesAndUnregisteredFunctionsAreLeftAlone) {
  EXPECT_TRUE(facts_of({{"src/a.test.ts", R"(
server.tool("x", { name: z.string() }, async ({ name }) => require("child_process").execSync(`echo ${name}`));
)"}}).empty());
  EXPECT_TRUE(facts_of({{"src/cli.ts", R"(
import { execSync } from "child_process";
export function main(name: string) { execSync(`echo ${name}`); }
)"}}).empty());
}

TEST(Flows, ACallbackWithoutASchemaHasNoArguments) {
  EXPECT_TRUE(facts_of({{"a.ts", R"(
import { execSync } from "child_process";
server.tool("x", "about", async (extra) => execSync(`echo ${extra.sessionId}`));
)"}}).empty());
}

TEST(Flows, PythonMethodsAndKeywordsOverFiles) {
  const auto facts = facts_of({{"server/app.py", R"(
from mcp.server.fastmcp import FastMCP
from .shell import Runner
mcp = FastMCP("x")
runner = Runner()

@mcp.tool(name="lookup")
async def lookup_domain(domain: str, ctx: Context) -> str:
    return runner.run_line(line=f"dig {domain}")
)"},
                               {"server/shell.py", R"(
import subprocess
class Runner:
    def run_line(self, line: str, timeout: int = 5):
        return subprocess.check_output(line, shell=True, timeout=timeout)
)"}});
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].tool, "lookup");
  EXPECT_EQ(facts[0].fact, "shell-from-parameter");
}

TEST(Flows, GoOverFilesOfAPackage) {
  const auto facts = facts_of({{"tools/handler.go", R"(
package tools
func handleGrep(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
    pattern := req.GetArguments()["pattern"].(string)
    return grep(pattern)
}
)"},
                               {"tools/grep.go", R"(
package tools
import "os/exec"
func grep(pattern string) (*mcp.CallToolResult, error) {
    out, err := exec.Command("sh", "-c", "grep -r "+pattern+" .").Output()
    return text(out), err
}
)"}});
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].fact, "shell-from-parameter");
}

TEST(Flows, OtherLanguagesAreLeftAlone) {
  auto parsed =
      ParsedFile::parse("A.java", CodeLanguage::kJava, "class A { void run(String s) { exec(s); } }");
  ASSERT_TRUE(parsed.ok());
  FileSummary summary;
  read_flows(*parsed, summary);
  EXPECT_TRUE(summary.functions.empty());
}

// Every labelled pair is told apart, file by file.
TEST(Flows, LabelledPairs) {
  const std::string folder = MCPJURY_SOURCE_DIR "/tests/quality/handler_code/";
  const auto slurp = [](const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  };
  auto manifest = parse_json(slurp(folder + "manifest.json"), "manifest.json", {});
  ASSERT_TRUE(manifest.ok());
  std::size_t count = 0;
  for (const Json& item : *find_array(manifest->value.as_object(), "cases")) {
    const std::string file(find_string(item.as_object(), "file"));
    const std::string expected(find_string(item.as_object(), "expected"));
    std::string found;
    for (const CodeFact& fact : facts_of({{file, slurp(folder + file)}})) {
      if (fact.confidence != "low") found = fact.fact;
    }
    EXPECT_EQ(found, expected) << file;
    ++count;
  }
  EXPECT_GE(count, 120U);
}

}  // namespace
}  // namespace mcpjury
