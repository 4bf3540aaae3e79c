// Where MCP clients keep their configurations, on Linux, macOS and Windows.
//
// A pure function of the machine's folders and environment, so that every system is tested on every other.
// What the facts about clients call unverified is not in the table.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

enum class System : std::uint8_t { kLinux, kMac, kWindows };

struct Machine {
  System system = System::kLinux;
  std::string home;
  std::string app_data;       // %APPDATA%; empty: below the home
  std::string program_data;   // %ProgramData%; empty: C:/ProgramData
  std::string program_files;  // %ProgramFiles%; empty: C:/Program Files
  std::string project;        // the folder whose project files are looked at; empty: none
  std::map<std::string, std::string, std::less<>> environment;  // CLAUDE_CONFIG_DIR, CODEX_HOME, …
};

struct ClientPath {
  std::string client;  // "claude-desktop", "cursor", …
  std::string scope;   // "user", "project", "managed", "extension"
  // With "/" on every system. "*" stands for a part of a name, "**" for any folders.
  std::string path;
};

// In the order of the table; a path that several clients read stands once for each.
std::vector<ClientPath> client_paths(const Machine& machine);

// The machine the program runs on: HOME, the working folder, the overrides of the environment.
Machine this_machine();

// Every client of the table, once.
std::vector<std::string_view> known_clients();

}  // namespace mcpjury
