// What was learned in a conversation, written in the members of the evidence schema.
//
// Private to mcp. Text of the server is shortened, escaped and stripped of secrets here, except for the lists
// and the server's own description, which the detectors must see as they came.
#pragma once

#include <array>

#include "mcp/era.h"
#include "mcp/walk.h"

namespace mcpjury {

struct Learned {
  Opening opening;
  std::array<Walk, 4> walks;  // in the order of kListKinds
  JsonArray samples;
  std::int64_t duration_ms = 0;
};

// Fills or refills everything but the definition; the channel may be open or closed.
void record_conversation(Talk& talk, const Learned& learned, const ClientOptions& options, Conversation& out);
// Once, at the end of the walks: the lists are moved, because they may be large.
void record_definition(Learned& learned, Conversation& out);
// Tools whose header annotations forbid their use: kept in the list, because detectors want to see them, and
// named.
void note_header_faults(Talk& talk, const JsonArray& tools);

}  // namespace mcpjury
