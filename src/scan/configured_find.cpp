#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/ascii.h"
#include "base/escape.h"
#include "observe/config/config_document.h"
#include "observe/config/read_config.h"
#include "scan/configured.h"
#include "scan/target_kind.h"

namespace mcpjury {
namespace {

bool ends_like_config(std::string_view lower) {
  for (const std::string_view ending : {".json", ".jsonc", ".toml", ".yaml", ".yml", ".code-workspace"}) {
    if (lower.ends_with(ending)) return true;
  }
  return false;
}

// Names that only clients give, or formats that no tool list has: a fault in such a file is told as one of a
// configuration.
bool only_a_config(const std::string& target) {
  const std::string lower = ascii::lowered(target.substr(target.find_last_of('/') + 1));
  if (config_format(lower) != ConfigFormat::kJson || lower.ends_with(".jsonc") ||
      lower.ends_with(".code-workspace"))
    return true;
  for (const std::string_view name :
       {"mcp.json", ".mcp.json", "mcp_config.json", "mcp-config.json", "claude_desktop_config.json",
        ".claude.json", "cline_mcp_settings.json", "mcp_settings.json", "devcontainer.json", "opencode.json",
        "managed-mcp.json"}) {
    if (lower == name) return true;
  }
  return false;
}

// A pipe must not even be opened: its writer would be told that the reader is gone.
bool is_plain_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

void add(ReadConfigs read, ConfiguredTargets& out) {
  for (ConfigProblem& problem : read.problems) {
    out.incomplete = out.incomplete || problem.incomplete;
    out.messages.push_back(std::move(problem.message));
  }
  out.files += read.files.size();
  for (ConfiguredServer& server : read.servers) out.servers.push_back(std::move(server));
}

}  // namespace

ConfiguredTargets find_configured(std::vector<std::string>& targets, bool clients) {
  ConfiguredTargets out;
  const Machine machine = this_machine();
  if (clients) {
    ReadConfigs read = read_client_configs(machine);
    const std::size_t places = read.looked_for;
    add(std::move(read), out);
    if (out.servers.empty() && !out.incomplete) {
      out.errors.push_back(
          {ErrorCode::kNothingToGrade,
           fmt::format(
               "no MCP server is configured here: {} places of {} clients were looked at, {} files read",
               places, known_clients().size(), out.files)});
    }
  }
  std::vector<std::string> others;
  for (std::string& target : targets) {
    const auto form = target_form(target);
    if (!form || *form != TargetForm::kFile || !ends_like_config(ascii::lowered(target)) ||
        !is_plain_file(target)) {
      others.push_back(std::move(target));
      continue;
    }
    auto read = read_config_file(target, machine);
    if (read && !(read->servers.empty() && read->problems.empty())) {
      add(std::move(*read), out);
    } else if (read) {
      out.errors.push_back({ErrorCode::kNothingToGrade,
                            escape_terminal(target) + ": a client configuration without any server"});
    } else if (!only_a_config(target) || read.error().code == ErrorCode::kUnreadable) {
      others.push_back(std::move(target));
    } else if (read.error().code == ErrorCode::kNothingToGrade &&
               config_format(target) == ConfigFormat::kJson) {
      others.push_back(std::move(target));
    } else if (read.error().code == ErrorCode::kNothingToGrade) {
      out.errors.push_back({ErrorCode::kNothingToGrade,
                            escape_terminal(target) + ": no MCP server is configured in this file"});
    } else {
      out.errors.push_back(read.error());
    }
  }
  targets = std::move(others);
  return out;
}

}  // namespace mcpjury
