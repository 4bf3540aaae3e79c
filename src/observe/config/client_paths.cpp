#include "observe/config/client_paths.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr unsigned kOnLinux = 1, kOnMac = 2, kOnWindows = 4, kAll = 7, kOnUnix = 3;

struct Row {
  std::string_view client, scope;
  unsigned systems;
  // {home}; {data}: ~/Library/Application Support, ~/.config or %APPDATA%; {config}: ~/.config everywhere but
  // for XDG_CONFIG_HOME; {claude}, {codex}: folders that the environment may move; {programs}:
  // %ProgramFiles%; {shared}: %ProgramData%; {project}. {code}: every editor built from the sources of VS
  // Code.
  std::string_view path;
};

constexpr Row kRows[] = {
    {"claude-desktop", "user", kAll, "{data}/Claude/claude_desktop_config.json"},
    {"claude-desktop", "user", kOnLinux, "{data}/claude/claude_desktop_config.json"},
    {"claude-code", "user", kAll, "{claude}.claude.json"},
    {"claude-code", "extension", kAll, "{plugins}/plugins/cache/**/.mcp.json"},
    {"claude-code", "extension", kAll, "{plugins}/plugins/cache/**/.claude-plugin/plugin.json"},
    {"claude-code", "managed", kOnMac, "/Library/Application Support/ClaudeCode/managed-mcp.json"},
    {"claude-code", "managed", kOnLinux, "/etc/claude-code/managed-mcp.json"},
    {"claude-code", "managed", kOnWindows, "{programs}/ClaudeCode/managed-mcp.json"},
    {"claude-code", "project", kAll, "{project}/.mcp.json"},
    {"claude-code", "project", kAll, "{project}/.claude-plugin/plugin.json"},
    {"cursor", "user", kAll, "{home}/.cursor/mcp.json"},
    {"cursor", "user", kAll, "{data}/Cursor/User/mcp.json"},
    {"cursor", "user", kAll, "{data}/Cursor/User/settings.json"},
    {"cursor", "extension", kAll, "{home}/.cursor/plugins/**/.mcp.json"},
    {"cursor", "extension", kAll, "{home}/.cursor/plugins/**/mcp.json"},
    {"cursor", "extension", kAll, "{home}/.cursor/extensions/*/.mcp.json"},
    {"cursor", "extension", kAll, "{home}/.cursor/extensions/*/mcp.json"},
    {"cursor", "project", kAll, "{project}/.cursor/mcp.json"},
    {"cursor", "project", kAll, "{project}/.mcp.json"},
    {"vscode", "user", kAll, "{data}/Code/User/mcp.json"},
    {"vscode", "user", kAll, "{data}/Code/User/settings.json"},
    {"vscode", "user", kAll, "{data}/Code/User/profiles/*/mcp.json"},
    {"vscode", "user", kAll, "{home}/.vscode/mcp.json"},
    {"vscode", "user", kAll, "{home}/.copilot/mcp-config.json"},
    {"vscode-insiders", "user", kAll, "{data}/Code - Insiders/User/mcp.json"},
    {"vscode-insiders", "user", kAll, "{data}/Code - Insiders/User/settings.json"},
    {"vscode-insiders", "user", kAll, "{data}/Code - Insiders/User/profiles/*/mcp.json"},
    {"vscode", "project", kAll, "{project}/.vscode/mcp.json"},
    {"vscode", "project", kAll, "{project}/.mcp.json"},
    {"vscode", "project", kAll, "{project}/*.code-workspace"},
    {"vscode", "project", kAll, "{project}/.devcontainer/devcontainer.json"},
    {"vscode", "project", kAll, "{project}/.devcontainer/*/devcontainer.json"},
    {"vscode", "project", kAll, "{project}/.devcontainer.json"},
    {"windsurf", "user", kAll, "{home}/.codeium/windsurf/mcp_config.json"},
    {"windsurf", "user", kAll, "{home}/.windsurf/mcp.json"},
    {"windsurf", "user", kAll, "{data}/Windsurf/User/mcp.json"},
    {"windsurf", "extension", kAll, "{home}/.windsurf/extensions/*/.mcp.json"},
    {"windsurf", "extension", kAll, "{home}/.windsurf/extensions/*/mcp.json"},
    {"windsurf", "project", kAll, "{project}/.windsurf/mcp.json"},
    {"windsurf", "project", kAll, "{project}/.mcp.json"},
    {"gemini-cli", "user", kAll, "{home}/.gemini/settings.json"},
    {"gemini-cli", "project", kAll, "{project}/.gemini/settings.json"},
    {"antigravity", "user", kAll, "{home}/.gemini/antigravity/mcp_config.json"},
    {"antigravity", "user", kAll, "{home}/.gemini/config/mcp_config.json"},
    {"antigravity", "project", kAll, "{project}/.agents/mcp_config.json"},
    {"antigravity", "project", kAll, "{project}/.gemini/mcp_config.json"},
    {"antigravity", "project", kAll, "{project}/.mcp.json"},
    {"kiro", "user", kAll, "{home}/.kiro/settings/mcp.json"},
    {"kiro", "user", kAll, "{home}/.kiro/agents/*.json"},
    {"kiro", "extension", kAll, "{home}/.kiro/powers/installed/**/mcp.json"},
    {"kiro", "project", kAll, "{project}/.kiro/settings/mcp.json"},
    {"kiro", "project", kAll, "{project}/.kiro/agents/*.json"},
    {"codex", "user", kAll, "{codex}/config.toml"},
    {"codex", "user", kAll, "{codex}/*.config.toml"},
    {"codex", "extension", kAll, "{codex}/plugins/**/.mcp.json"},
    {"codex", "managed", kOnUnix, "/etc/codex/config.toml"},
    {"codex", "managed", kOnWindows, "{shared}/OpenAI/Codex/config.toml"},
    {"codex", "project", kAll, "{project}/.codex/config.toml"},
    {"opencode", "user", kAll, "{config}/opencode/opencode.json"},
    {"opencode", "user", kAll, "{config}/opencode/opencode.jsonc"},
    {"opencode", "user", kAll, "{home}/.opencode/opencode.json"},
    {"opencode", "user", kAll, "{home}/.opencode/opencode.jsonc"},
    {"opencode", "managed", kOnMac, "/Library/Application Support/opencode/opencode.json"},
    {"opencode", "managed", kOnMac, "/Library/Application Support/opencode/opencode.jsonc"},
    {"opencode", "managed", kOnLinux, "/etc/opencode/opencode.json"},
    {"opencode", "managed", kOnLinux, "/etc/opencode/opencode.jsonc"},
    {"opencode", "managed", kOnWindows, "{shared}/opencode/opencode.json"},
    {"opencode", "managed", kOnWindows, "{shared}/opencode/opencode.jsonc"},
    {"opencode", "user", kAll, "{opencode}"},
    {"opencode", "project", kAll, "{project}/opencode.json"},
    {"opencode", "project", kAll, "{project}/opencode.jsonc"},
    {"amazon-q", "user", kAll, "{home}/.aws/amazonq/mcp.json"},
    {"amazon-q", "user", kAll, "{home}/.aws/amazonq/agents/default.json"},
    {"amazon-q", "user", kAll, "{home}/.aws/amazonq/agents/mcp.json"},
    {"cline", "user", kAll,
     "{data}/{code}/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"},
    {"roo-code", "user", kAll,
     "{data}/{code}/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"},
    {"roo-code", "user", kAll,
     "{data}/{code}/User/globalStorage/rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json"},
    {"roo-code", "project", kAll, "{project}/.roo/mcp.json"},
    {"continue", "user", kAll, "{home}/.continue/config.yaml"},
    {"continue", "user", kAll, "{home}/.continue/config.json"},
    {"continue", "user", kAll, "{home}/.continue/mcpServers/*.json"},
    {"continue", "user", kAll, "{home}/.continue/mcpServers/*.yaml"},
    {"continue", "project", kAll, "{project}/.continue/config.yaml"},
    {"continue", "project", kAll, "{project}/.continue/config.json"},
    {"continue", "project", kAll, "{project}/.continue/mcpServers/*.json"},
    {"continue", "project", kAll, "{project}/.continue/mcpServers/*.yaml"},
    {"zed", "user", kOnUnix, "{config}/zed/settings.json"},
    {"zed", "user", kOnMac, "{home}/.zed/settings.json"},
    {"zed", "user", kOnWindows, "{data}/Zed/settings.json"},
    {"zed", "project", kAll, "{project}/.zed/settings.json"},
    {"junie", "user", kAll, "{home}/.junie/mcp/mcp.json"},
    {"junie", "project", kAll, "{project}/.junie/mcp/mcp.json"},
};

constexpr std::array kEditors = {"Code"sv, "Code - Insiders"sv, "VSCodium"sv, "Cursor"sv, "Windsurf"sv};

std::string with_slashes(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

class Folders {
 public:
  explicit Folders(const Machine& machine) : machine_(machine), home_(with_slashes(machine.home)) {}

  // Empty when there is no such folder here.
  std::string of(std::string_view name) const {
    const bool windows = machine_.system == System::kWindows;
    if (name == "home") return home_;
    if (name == "project") return with_slashes(machine_.project);
    if (name == "programs")
      return machine_.program_files.empty() ? "C:/Program Files" : with_slashes(machine_.program_files);
    if (name == "shared")
      return machine_.program_data.empty() ? "C:/ProgramData" : with_slashes(machine_.program_data);
    if (name == "data") {
      if (windows)
        return !machine_.app_data.empty() ? with_slashes(machine_.app_data) : below_home("AppData/Roaming");
      return machine_.system == System::kMac ? below_home("Library/Application Support") : of("config");
    }
    if (name == "config") {
      const std::string moved = windows ? std::string() : environment("XDG_CONFIG_HOME");
      return !moved.empty() ? moved : below_home(".config");
    }
    // The file lies beside the folder, unless the environment names a folder for both.
    if (name == "claude") {
      const std::string moved = environment("CLAUDE_CONFIG_DIR");
      return (moved.empty() ? home_ : moved) + (moved.empty() && home_.empty() ? "" : "/");
    }
    if (name == "plugins") {
      const std::string moved = environment("CLAUDE_CONFIG_DIR");
      return !moved.empty() ? moved : below_home(".claude");
    }
    if (name == "codex") {
      const std::string moved = environment("CODEX_HOME");
      return !moved.empty() ? moved : below_home(".codex");
    }
    return name == "opencode" ? environment("OPENCODE_CONFIG") : std::string();
  }

 private:
  std::string environment(std::string_view name) const {
    const auto found = machine_.environment.find(name);
    return found == machine_.environment.end() ? std::string() : with_slashes(found->second);
  }
  std::string below_home(std::string_view path) const {
    return home_.empty() ? std::string() : home_ + "/" + std::string(path);
  }

  const Machine& machine_;
  std::string home_;
};

// The path with its folder in place; empty when the machine has no such folder.
std::string expanded(std::string_view path, const Folders& folders, std::string_view editor) {
  std::string out;
  while (!path.empty()) {
    const std::size_t open = path.find('{');
    out += path.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = path.find('}', open);
    const std::string_view name = path.substr(open + 1, close - open - 1);
    const std::string folder = name == "code" ? std::string(editor) : folders.of(name);
    if (folder.empty()) return {};
    out += folder;
    path.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace

std::vector<ClientPath> client_paths(const Machine& machine) {
  const Folders folders(machine);
  const unsigned here = machine.system == System::kLinux ? kOnLinux
                        : machine.system == System::kMac ? kOnMac
                                                         : kOnWindows;
  std::vector<ClientPath> out;
  const auto add = [&](const Row& row, std::string_view editor) {
    std::string path = expanded(row.path, folders, editor);
    if (!path.empty()) out.push_back({std::string(row.client), std::string(row.scope), std::move(path)});
  };
  for (const Row& row : kRows) {
    if ((row.systems & here) == 0) continue;
    if (row.path.find("{code}") == std::string_view::npos) {
      add(row, {});
    } else {
      for (const std::string_view editor : kEditors) add(row, editor);
    }
  }
  return out;
}

Machine this_machine() {
  Machine machine;
#if defined(__APPLE__)
  machine.system = System::kMac;
#elif defined(_WIN32)
  machine.system = System::kWindows;
#endif
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  machine.home = variable(machine.system == System::kWindows ? "USERPROFILE" : "HOME");
  machine.app_data = variable("APPDATA");
  machine.program_data = variable("ProgramData");
  machine.program_files = variable("ProgramFiles");
  for (const char* name : {"CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCODE_CONFIG", "XDG_CONFIG_HOME"}) {
    if (std::string value = variable(name); !value.empty()) machine.environment[name] = std::move(value);
  }
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::current_path(failed);
  if (!failed) machine.project = folder.string();
  return machine;
}

std::vector<std::string_view> known_clients() {
  std::vector<std::string_view> out;
  for (const Row& row : kRows) {
    if (std::find(out.begin(), out.end(), row.client) == out.end()) out.push_back(row.client);
  }
  return out;
}

}  // namespace mcpjury
