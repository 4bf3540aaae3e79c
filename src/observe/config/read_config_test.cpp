// Files of a made-up home: links, loops, pipes, forbidden ones, one file that many clients read.
#include "observe/config/read_config.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

class ReadConfig : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "clients_XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    machine_.home = root_ + "/home";
    machine_.project = root_ + "/project";
    fs::create_directories(machine_.home);
    fs::create_directories(machine_.project);
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
  }
  static std::string servers(const std::string& name) {
    return R"({"mcpServers":{")" + name + R"(":{"command":"x"}}})";
  }

  std::string root_;
  Machine machine_;
};

TEST_F(ReadConfig, OneFileOfManyClientsIsReadOnce) {
  write(machine_.project + "/.mcp.json", servers("a"));
  write(machine_.home + "/.cursor/mcp.json", servers("b"));
  const ReadConfigs read = read_client_configs(machine_);
  ASSERT_EQ(read.servers.size(), 2u);
  const ConfiguredServer& shared = read.servers[0].name == "a" ? read.servers[0] : read.servers[1];
  const ConfiguredServer& user = read.servers[0].name == "a" ? read.servers[1] : read.servers[0];
  EXPECT_GE(shared.clients.size(), 4u);
  EXPECT_EQ(shared.file, ".mcp.json");
  EXPECT_EQ(shared.scope, "project");
  EXPECT_EQ(user.file, "~/.cursor/mcp.json");
  EXPECT_EQ(user.clients, std::vector<std::string>{"cursor"});
  EXPECT_TRUE(read.problems.empty());
}

TEST_F(ReadConfig, PatternsAndFolders) {
  write(machine_.home + "/.claude/plugins/cache/a/b/.mcp.json", R"({"p":{"command":"x"}})");
  write(machine_.home + "/.claude/plugins/cache/node_modules/.mcp.json", R"({"no":{"command":"x"}})");
  write(machine_.home + "/.config/Code/User/profiles/one/mcp.json", R"({"servers":{"q":{"command":"x"}}})");
  write(machine_.home + "/.kiro/agents/r.json", servers("r"));
  write(machine_.project + "/x.code-workspace", R"({"settings":{"mcp":{"servers":{"s":{"command":"x"}}}}})");
  write(machine_.home + "/.codex/config.toml", "[mcp_servers.t]\ncommand = \"x\"\n");
  write(machine_.home + "/.continue/config.yaml", "mcpServers:\n  - name: u\n    command: x\n");
  std::string names;
  for (const ConfiguredServer& server : read_client_configs(machine_).servers) names += server.name;
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, "pqrstu");
}

TEST_F(ReadConfig, LinksPipesAndBrokenFiles) {
  write(machine_.home + "/real.json", servers("a"));
  fs::create_directories(machine_.home + "/.cursor");
  fs::create_symlink(machine_.home + "/real.json", machine_.home + "/.cursor/mcp.json");
  fs::create_directories(machine_.home + "/.vscode");
  fs::create_symlink("mcp.json", machine_.home + "/.vscode/mcp.json");  // leads to itself
  fs::create_directories(machine_.home + "/.gemini");
  ASSERT_EQ(::mkfifo((machine_.home + "/.gemini/settings.json").c_str(), 0600), 0);
  write(machine_.home + "/.codeium/windsurf/mcp_config.json", "{\"mcpServers\": {\"x\": ");
  fs::create_directories(machine_.home + "/.claude/plugins/cache/loop");
  fs::create_directory_symlink("..", machine_.home + "/.claude/plugins/cache/loop/up");
  fs::create_directories(machine_.home + "/.junie/mcp/mcp.json");  // a folder in the place of a file
  const ReadConfigs read = read_client_configs(machine_);
  ASSERT_EQ(read.servers.size(), 1u);
  EXPECT_EQ(read.servers[0].name, "a");
  ASSERT_EQ(read.problems.size(), 4u);
  for (const ConfigProblem& problem : read.problems) EXPECT_TRUE(problem.incomplete) << problem.message;
}

TEST_F(ReadConfig, WithoutPermission) {
  if (::geteuid() == 0) {
    std::cout << "as root every file can be read: that part did not run\n";
    return;
  }
  write(machine_.home + "/.cursor/mcp.json", servers("a"));
  ::chmod((machine_.home + "/.cursor/mcp.json").c_str(), 0);
  const ReadConfigs read = read_client_configs(machine_);
  EXPECT_TRUE(read.servers.empty());
  ASSERT_EQ(read.problems.size(), 1u);
  EXPECT_NE(read.problems[0].message.find("Permission denied"), std::string::npos);
}

TEST_F(ReadConfig, ANamedFile) {
  const std::string path = machine_.project + "/copy.json";
  write(path, servers("a"));
  auto read = read_config_file(path, machine_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->servers.at(0).scope, "file");
  EXPECT_TRUE(read->servers[0].clients.empty());
  write(machine_.home + "/.cursor/mcp.json", servers("b"));
  read = read_config_file(machine_.home + "/.cursor/mcp.json", machine_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->servers.at(0).clients, std::vector<std::string>{"cursor"});
  write(path, R"({"tools":[]})");
  EXPECT_FALSE(read_config_file(path, machine_).ok());
  EXPECT_FALSE(read_config_file(path + ".none", machine_).ok());
}

}  // namespace
}  // namespace mcpjury
