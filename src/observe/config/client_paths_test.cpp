#include "observe/config/client_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mcpjury {
namespace {

using testing::Contains;
using testing::Not;

std::vector<std::string> paths_on(const Machine& machine, std::string_view client = {}) {
  std::vector<std::string> out;
  for (const ClientPath& path : client_paths(machine)) {
    if (client.empty() || path.client == client) out.push_back(path.path);
  }
  return out;
}

Machine linux_machine() {
  Machine machine;
  machine.home = "/home/u";
  machine.project = "/projects/p";
  return machine;
}

Machine mac_machine() {
  Machine machine = linux_machine();
  machine.system = System::kMac;
  machine.home = "/Users/u";
  return machine;
}

Machine windows_machine() {
  Machine machine;
  machine.system = System::kWindows;
  machine.home = "C:\\Users\\u";
  machine.app_data = "C:\\Users\\u\\AppData\\Roaming";
  machine.project = "C:\\projects\\p";
  return machine;
}

TEST(ClientPaths, Linux) {
  const auto all = paths_on(linux_machine());
  for (const char* path :
       {"/home/u/.config/Claude/claude_desktop_config.json",
        "/home/u/.claude.json",
        "/etc/claude-code/managed-mcp.json",
        "/home/u/.cursor/mcp.json",
        "/home/u/.config/Cursor/User/mcp.json",
        "/home/u/.config/Code/User/mcp.json",
        "/home/u/.config/Code/User/settings.json",
        "/home/u/.config/Code/User/profiles/*/mcp.json",
        "/home/u/.config/Code - Insiders/User/mcp.json",
        "/home/u/.codeium/windsurf/mcp_config.json",
        "/home/u/.gemini/settings.json",
        "/home/u/.gemini/antigravity/mcp_config.json",
        "/home/u/.kiro/settings/mcp.json",
        "/home/u/.codex/config.toml",
        "/etc/codex/config.toml",
        "/home/u/.config/opencode/opencode.json",
        "/etc/opencode/opencode.json",
        "/home/u/.aws/amazonq/mcp.json",
        "/home/u/.config/VSCodium/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        "/home/u/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
        "/home/u/.continue/config.yaml",
        "/home/u/.config/zed/settings.json",
        "/home/u/.junie/mcp/mcp.json",
        "/home/u/.copilot/mcp-config.json",
        "/projects/p/.mcp.json",
        "/projects/p/.vscode/mcp.json",
        "/projects/p/*.code-workspace",
        "/projects/p/.devcontainer/devcontainer.json",
        "/projects/p/.roo/mcp.json",
        "/projects/p/.codex/config.toml",
        "/projects/p/opencode.json",
        "/projects/p/.kiro/agents/*.json"})
    EXPECT_THAT(all, Contains(path));
  EXPECT_THAT(all, Not(Contains(testing::HasSubstr("Library"))));
  EXPECT_THAT(all, Not(Contains(testing::HasSubstr("{"))));
}

TEST(ClientPaths, Mac) {
  const auto all = paths_on(mac_machine());
  for (const char* path :
       {"/Users/u/Library/Application Support/Claude/claude_desktop_config.json",
        "/Library/Application Support/ClaudeCode/managed-mcp.json",
        "/Users/u/Library/Application Support/Code/User/settings.json",
        "/Users/u/Library/Application Support/Cursor/User/mcp.json", "/Users/u/.cursor/mcp.json",
        "/Library/Application Support/opencode/opencode.json", "/Users/u/.config/zed/settings.json",
        "/Users/u/.zed/settings.json", "/Users/u/.config/opencode/opencode.jsonc",
        "/Users/u/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
        "cline_mcp_settings.json"})
    EXPECT_THAT(all, Contains(path));
  EXPECT_THAT(all, Not(Contains("/etc/claude-code/managed-mcp.json")));
}

TEST(ClientPaths, Windows) {
  Machine machine = windows_machine();
  auto all = paths_on(machine);
  for (const char* path :
       {"C:/Users/u/AppData/Roaming/Claude/claude_desktop_config.json", "C:/Users/u/.claude.json",
        "C:/Program Files/ClaudeCode/managed-mcp.json", "C:/Users/u/AppData/Roaming/Code/User/mcp.json",
        "C:/ProgramData/OpenAI/Codex/config.toml", "C:/ProgramData/opencode/opencode.json",
        "C:/Users/u/AppData/Roaming/Zed/settings.json", "C:/Users/u/.cursor/mcp.json",
        "C:/projects/p/.vscode/mcp.json"})
    EXPECT_THAT(all, Contains(path));
  EXPECT_THAT(all, Not(Contains(testing::StartsWith("/etc"))));
  machine.app_data.clear();
  machine.program_data = "D:\\Data\\";
  all = paths_on(machine);
  EXPECT_THAT(all, Contains("C:/Users/u/AppData/Roaming/Claude/claude_desktop_config.json"));
  EXPECT_THAT(all, Contains("D:/Data/opencode/opencode.json"));
}

TEST(ClientPaths, TheEnvironmentMovesThem) {
  Machine machine = linux_machine();
  machine.environment = {{"CLAUDE_CONFIG_DIR", "/x/claude"},
                         {"CODEX_HOME", "/x/codex"},
                         {"OPENCODE_CONFIG", "/x/oc.json"},
                         {"XDG_CONFIG_HOME", "/x/config"}};
  const auto all = paths_on(machine);
  for (const char* path :
       {"/x/claude/.claude.json", "/x/claude/plugins/cache/**/.mcp.json", "/x/codex/config.toml",
        "/x/oc.json", "/x/config/Code/User/mcp.json", "/x/config/opencode/opencode.json"})
    EXPECT_THAT(all, Contains(path));
  EXPECT_THAT(all, Not(Contains("/home/u/.claude.json")));
  EXPECT_THAT(all, Not(Contains("/home/u/.codex/config.toml")));
}

TEST(ClientPaths, NothingIsMadeOfNothing) {
  for (const ClientPath& path : client_paths(Machine{})) EXPECT_EQ(path.scope, "managed") << path.path;
  Machine machine = linux_machine();
  machine.project.clear();
  for (const ClientPath& path : client_paths(machine)) EXPECT_NE(path.scope, "project");
  EXPECT_GE(known_clients().size(), 15u);
}

}  // namespace
}  // namespace mcpjury
