// The fingerprints facet, typed: other servers whose tool names, descriptions or host look like this one's.
// Views into the evidence; members of a wrong type read as absent, and what names no server is left out.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/evidence.h"

namespace mcpjury {

struct OtherServer {
  std::string_view key, name, publisher, host, first_seen;
  std::string_view related;  // empty: nothing says that the two are of one hand
  bool together = false;     // of the same command or configuration; else of the store
  std::uint32_t tools = 0, shared_tools = 0;
};

struct OtherTool {
  const OtherServer* server = nullptr;
  std::uint32_t server_index = 0;
  std::string_view tool, first_seen;
  bool near = false, same_description = false;
};

// A tool of this server whose name or description others have too.
struct SeenTool {
  std::string_view tool, first_seen;
  std::uint32_t publishers = 0;  // how many others
  std::vector<OtherTool> others;
};

struct HostMatch {
  const OtherServer* server = nullptr;
  std::uint32_t server_index = 0, edits = 0;
  std::string_view match, label, other_label;
  bool platform = false;
};

struct FingerprintView {
  const JsonObject* data = nullptr;        // null: nobody was compared with
  std::string_view publisher, first_seen;  // of this server
  std::vector<OtherServer> servers;
  std::vector<SeenTool> names, descriptions;
  std::vector<HostMatch> hosts;
};

// What it holds points into itself as well: not to be copied.
void read_fingerprints(const Evidence& evidence, FingerprintView& out);

}  // namespace mcpjury
