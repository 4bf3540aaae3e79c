#include "code/project/project.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <map>

#include "code/project/limited_child.h"
#include "code/project/parse_pool.h"

namespace mcpjury {
namespace {

using Sources = std::map<std::string, std::string>;

std::vector<std::string> paths_of(const Sources& sources) {
  std::vector<std::string> paths;
  for (const auto& [path, text] : sources) paths.push_back(path);
  return paths;
}

ReadText reader(const Sources& sources) {
  return [&sources](std::string_view path) -> std::optional<std::string> {
    const auto found = sources.find(std::string(path));
    if (found == sources.end()) return std::nullopt;
    return found->second;
  };
}

std::string names(const ProjectCode& project) {
  std::string all;
  for (const JsonObject& definition : project.definitions)
    all += std::string(find_string(definition, "name")) + " ";
  return all;
}

const Sources kServer = {
    {"package.json", R"({"name": "x", "bin": {"x": "./dist/cli.js"}})"},
    {"src/cli.ts", "import { start } from './server.js';\nstart();\n"},
    {"src/server.ts", R"(
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { READ } from './names';
export function start() {
  const server = new McpServer({ name: "x" });
  server.registerTool(READ, { description: "Reads" }, async () => ({}));
}
)"},
    {"src/names.ts", "export const READ = 'read';\n"},
    {"dist/cli.js", "require('./server').start();"},
    {"dist/server.js", R"(
const sdk = require("@modelcontextprotocol/sdk/server/mcp.js");
exports.start = () => { new sdk.McpServer({}).registerTool("read", { description: "Reads" }, async () => ({})); };
)"},
    {"other/demo.js",
     "const { McpServer } = require('@modelcontextprotocol/sdk');\nnew McpServer().tool('demo', 'd', {}, "
     "f);"},
};

TEST(Project, ToolsComeFromTheEntryAndItsSource) {
  const ProjectCode project = analyse_project(paths_of(kServer), reader(kServer));
  EXPECT_EQ(names(project), "read ");
  ASSERT_EQ(project.tools.size(), 1u);
  EXPECT_EQ(find_string(project.tools[0].as_object(), "file"), "src/server.ts");
  EXPECT_EQ(find_string(project.tools[0].as_object(), "language"), "TypeScript");
  EXPECT_EQ(project.tools[0].as_object().at("line").to_number<int>(), 6);
  EXPECT_EQ(project.parsed, 6u);
  EXPECT_EQ(project.skipped, 0u);
}

TEST(Project, TheNumberOfChildrenChangesNothing) {
  ProjectOptions one, four;
  one.children = 1;
  four.children = 4;
  const ProjectCode a = analyse_project(paths_of(kServer), reader(kServer), one);
  const ProjectCode b = analyse_project(paths_of(kServer), reader(kServer), four);
  EXPECT_EQ(boost::json::serialize(a.tools), boost::json::serialize(b.tools));
  EXPECT_EQ(boost::json::serialize(a.facts), boost::json::serialize(b.facts));
  ASSERT_EQ(a.files.size(), b.files.size());
  for (std::size_t i = 0; i < a.files.size(); ++i) EXPECT_EQ(a.files[i].path, b.files[i].path);
}

TEST(Project, AFileThatKillsTheParserIsTheOnlyOneLost) {
  std::vector<std::string> paths;
  for (int i = 0; i < 40; ++i) paths.push_back("f" + std::to_string(i) + ".js");
  const ReadText read = [](std::string_view) { return std::string("const a = 1;"); };
  ProjectOptions options;
  options.children = 2;
  const std::vector<FileSummary> files =
      summarise_files(paths, read, options, {}, [](const std::string& path, std::string text) {
        if (path == "f7.js" || path == "f8.js" || path == "f39.js") std::_Exit(3);
        return summarise(path, std::move(text));
      });
  ASSERT_EQ(files.size(), paths.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const bool killed = i == 7 || i == 8 || i == 39;
    EXPECT_EQ(files[i].path, paths[i]);
    EXPECT_EQ(files[i].skipped, killed ? "the parser failed on it" : "");
  }
}

TEST(Project, AFileThatTakesTooLongIsLost) {
  ProjectOptions options;
  options.children = 1;
  options.seconds_a_file = 1;
  const ReadText read = [](std::string_view) { return std::string("a"); };
  const std::vector<FileSummary> files =
      summarise_files({"a.js", "b.js"}, read, options, {}, [](const std::string& path, std::string text) {
        volatile bool forever = path == "a.js";
        while (forever) {
        }
        return summarise(path, std::move(text));
      });
  EXPECT_EQ(files.at(0).skipped, "the parser failed on it");
  EXPECT_EQ(files.at(1).skipped, "");
}

TEST(Project, HostileFilesAreSkippedWithTheirReason) {
  Sources sources;
  sources["deep.js"] = std::string(1u << 18, '[');
  sources["large.ts"] = std::string((512u << 10) + 1, ' ');
  sources["nul.py"] = std::string("a\0b = \xff", 8);
  sources["sum.js"] = "let x = a";
  for (int i = 0; i < 50'000; ++i) sources["sum.js"] += "+a";
  sources["package.json"] = "{\"main\": {\"a\": [1]}, \"bin\": 3}";
  sources["readme.md"] = "server.tool('x')";
  std::vector<std::string> paths = paths_of(sources);
  paths.push_back("gone.go");
  const ProjectCode project = analyse_project(paths, reader(sources));
  std::map<std::string, std::string> reasons;
  for (const FileSummary& file : project.files) reasons[file.path] = file.skipped;
  EXPECT_EQ(reasons.size(), 5u);
  EXPECT_EQ(reasons["deep.js"], "nested too deeply to be parsed");
  EXPECT_EQ(reasons["large.ts"], "larger than the parser's limit");
  EXPECT_EQ(reasons["gone.go"], "could not be read or is too large");
  EXPECT_EQ(reasons["nul.py"], "");
  EXPECT_EQ(reasons["sum.js"], "");
  EXPECT_EQ(project.skipped, 3u);
}

std::string answer_of(const std::function<void(int, int)>& run) {
  std::optional<LimitedChild> child = LimitedChild::start({}, run);
  std::string answer;
  char buffer[256];
  for (int turns = 0; child && turns < 200; ++turns) {
    pollfd watched{child->from(), POLLIN, 0};
    ::poll(&watched, 1, 100);
    const ssize_t got = ::read(child->from(), buffer, sizeof buffer);
    if (got == 0) break;
    if (got > 0) answer.append(buffer, static_cast<std::size_t>(got));
  }
  return answer;
}

TEST(LimitedChild, CannotOpenConnectOrStartAnything) {
  const std::string answer = answer_of([](int, int out) {
    std::string said;
    said += ::open("/etc/passwd", O_RDONLY) < 0 ? "n" : "y";
    said += ::open("/tmp", O_TMPFILE | O_WRONLY, 0600) < 0 ? "n" : "y";
    said += ::write(2, "x", 1) < 0 ? "n" : "y";
    write_all(out, said.data(), said.size());
  });
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  EXPECT_EQ(answer.size(), 3u);  // sanitizers need what the limits take away
#else
  EXPECT_EQ(answer, "nnn");
#endif
}

TEST(LimitedChild, AnExceptionEndsTheChildOnly) {
  EXPECT_EQ(answer_of([](int, int out) {
              write_all(out, "a", 1);
              throw 1;
            }),
            "a");
}

}  // namespace
}  // namespace mcpjury
