// One MCP server as an editor or agent would start it, read from a configuration file.
//
// A value. Environment, headers, arguments and URL are as written and may hold secrets: they are for starting
// the server with the user's consent and never leave otherwise. What may be stored and shown is made by
// configured_evidence() only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mcpjury {

inline constexpr std::size_t kMaxConfiguredServers = 20'000;  // of one run

struct ConfiguredServer {
  std::vector<std::string> clients;  // who reads the file: "claude-code", "cursor"; empty: not known
  std::string scope;                 // "user", "project", "managed", "extension", "file"
  std::string path;                  // absolute
  std::string file;                  // as shown: from the working folder, from "~", or absolute
  std::uint32_t line = 0;
  std::string pointer;  // of the entry in the file
  std::string name;
  std::string project;    // folder an entry of a user's file is for
  std::string transport;  // "stdio", "http", "sse", "ws"; empty: the entry does not say
  std::string command;
  std::vector<std::string> args;
  std::vector<std::pair<std::string, std::string>> environment, headers;
  std::string url;
  std::string cwd;
  bool disabled = false;
  bool approves_all = false;              // every tool runs without asking
  std::vector<std::string> auto_approve;  // these do

  bool is_remote() const { return command.empty() && !url.empty(); }
};

}  // namespace mcpjury
