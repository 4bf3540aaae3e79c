// The servers of configuration files: of one file, or of every client on a machine.
//
// Reads files, starts nothing, asks no network. Bounded: 64 MiB a file, kMaxConfiguredServers servers. What
// could not be read is said, and the rest is read all the same.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "observe/config/client_paths.h"
#include "observe/config/configured_server.h"

namespace mcpjury {

struct ConfigProblem {
  std::string message;      // one line, escaped, without text of the file
  bool incomplete = false;  // servers may be missing because of it; else it is only worth knowing
};

struct ReadConfigs {
  std::vector<ConfiguredServer> servers;
  std::vector<ConfigProblem> problems;
  std::vector<std::string> files;  // that were there, as shown
  std::size_t looked_for = 0;      // places
};

// Of the machine: every place of the table, a file that several clients read only once.
ReadConfigs read_client_configs(const Machine& machine);

// One file that the user named. None of the servers says which client reads it, unless its place does.
// kNothingToGrade when it is no configuration, so that another reader may try; kUnreadable, kNotJson, kLimit.
Result<ReadConfigs> read_config_file(const std::string& path, const Machine& machine);

// A cheap look at the text: whether it can hold servers at all. False is certain.
bool may_be_config(std::string_view name, std::string_view text);

// Text of a file, for the two above and for fuzzing.
Result<ReadConfigs> read_config_text(const ClientPath& from, const std::string& shown, std::string_view text);

}  // namespace mcpjury
