// JSON-RPC 2.0 frames: made by us, and read from somebody who may mean harm.
//
// Pure functions on values, thread safe. Reading is bounded by bytes, depth and the number of messages in a
// batch; nothing throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "mcp/channel.h"

namespace mcpjury {

std::string make_request(std::int64_t id, std::string_view method, const JsonObject& params);
std::string make_notification(std::string_view method, const JsonObject& params);
// The one answer a server's own request ever gets: method not found.
std::string make_refusal(const Json& id);

struct RpcMessage {
  enum class Kind : std::uint8_t { kResult, kError, kRequest, kNotification, kBad };
  Kind kind = Kind::kBad;
  bool has_id = false;  // and it is not null
  Json id;
  std::string method;  // of requests and notifications; shortened and escaped
  Json result;
  RpcError error;
  std::string fault;         // of kBad: "not_an_object", "result_and_error", "no_member", …
  bool says_jsonrpc = true;  // "jsonrpc": "2.0" is there
};

struct RpcReadOptions {
  std::size_t depth = 64;
  std::size_t bytes = 1u << 20;
  bool batches = false;  // arrays are messages too: 2025-03-26 only
};

struct RpcRead {
  std::vector<RpcMessage> messages;         // one, or those of a batch; at most kMaxBatch
  std::string failure, detail;              // of mcp/failure.h when there is no JSON to look at
  std::vector<std::string> duplicate_keys;  // pointers, escaped; at most 10
};
inline constexpr std::size_t kMaxBatch = 1'000;

RpcRead read_messages(std::string_view text, const RpcReadOptions& options);

// Same JSON type and same value: 1 is not "1" and not 1.0.
bool same_id(const Json& answered, std::int64_t asked);
// The same value in another type, as "1" for 1: an answer to us from a server that breaks the rule.
bool same_id_other_type(const Json& answered, std::int64_t asked);

// One line, escaped, secrets replaced, at most `chars` characters: what may stand in evidence and messages.
std::string shown_text(std::string_view text, std::size_t chars = 300);
// Member rpc_error of the evidence schema.
JsonObject error_to_json(const Reply& reply);

}  // namespace mcpjury
