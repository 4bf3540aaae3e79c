// Finding out which era a server speaks, and opening the conversation in it.
//
// Private to mcp. Asks server/discover first and falls back to initialize; an outage or a refusal to let us
// in is no verdict about the era.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcp/talk.h"

namespace mcpjury {

struct Opening {
  Era era = Era::kUnknown;
  bool opened = false;      // discover or initialize gave a result
  bool legacy_too = false;  // the versions named, or a second opening, show the other era as well
  std::string requested, answered;
  std::vector<std::string> supported;
  Json capabilities, server_info, instructions;
  std::vector<std::string> proof;
  int initialized_status = 0;
  Reply last;  // the reply that decided, or the one that failed
  bool modern_error = false;
};

// `patient`: the server's silence on discover may only mean that it is still starting (a child on stdio).
Opening open_conversation(Talk& talk, bool patient);
// Only initialize, for transports that know nothing else and for a process that was started again.
Opening open_legacy(Talk& talk);
// After a modern conversation over HTTP, where each request stands alone: does it answer initialize as well?
bool answers_initialize(Talk& talk);

// Transport trouble that asking in another way does not mend.
bool is_outage(const Reply& reply);

}  // namespace mcpjury
