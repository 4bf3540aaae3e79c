// Where in a configuration the servers stand. Clients agree on little: a map under one of a dozen keys, a
// list, a block of an editor's settings, one map a project.
//
// Pure. Recognised by shape, not by the name of the file, so that a copy of a file reads like the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct ServerEntry {
  std::string pointer, name;
  std::string project;  // the folder it is for, in a user's file
  const JsonObject* entry = nullptr;
};

struct ServerEntries {
  std::vector<ServerEntry> servers;
  std::vector<std::string> notes;  // what stands where servers should and is none; no text of the file
  bool recognised = false;         // there is a place for servers, even if none stands there
  bool truncated = false;          // more than kMaxConfiguredServers
};

// The value must outlive what is returned.
ServerEntries find_server_entries(const Json& root);

// `url`, `serverUrl`, `httpUrl` or `uri`.
std::string_view entry_url(const JsonObject& entry);

}  // namespace mcpjury
