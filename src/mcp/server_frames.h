// The server's side of JSON-RPC: what a client sends, read by somebody who trusts it as little as it trusts
// us, and the answers.
//
// Pure functions on values, thread safe. Reading is bounded by bytes, depth and the number of messages in a
// batch; nothing throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

namespace rpc {
inline constexpr std::int64_t kParseError = -32700;
inline constexpr std::int64_t kInvalidRequest = -32600;
inline constexpr std::int64_t kNoSuchMethod = -32601;
inline constexpr std::int64_t kInvalidParams = -32602;
inline constexpr std::int64_t kInternalError = -32603;
inline constexpr std::int64_t kServerError = -32000;         // no defined meaning; ours: busy, refused
inline constexpr std::int64_t kUnsupportedVersion = -32022;  // of the modern era
}  // namespace rpc

struct ClientMessage {
  enum class Kind : std::uint8_t { kRequest, kNotification, kAnswer, kBad };
  Kind kind = Kind::kBad;
  Json id;             // a string or an integer; null when there is none, or none that can be used
  std::string method;  // as sent
  JsonObject params;
  std::int64_t code = 0;  // of kBad: the error to answer with
  std::string fault;      // of kBad: why, one clause
};

struct ClientFrame {
  std::vector<ClientMessage> messages;  // one, or those of a batch
  bool batch = false;
};

struct ClientFrameLimits {
  std::size_t bytes = 8u << 20;
  std::size_t depth = 128;
  std::size_t batch = 100;
  bool batches = false;  // arrays are messages: 2025-03-26 only
};

ClientFrame read_client_frame(std::string_view text, const ClientFrameLimits& limits);

// Frames without a line end.
std::string make_result(const Json& id, JsonObject result);
// `data` null: none.
std::string make_error(const Json& id, std::int64_t code, std::string_view message, Json data = nullptr);

// Which revision a request of the modern era names, and what else stands in its `_meta`.
struct RequestMeta {
  bool names_version = false;  // "io.modelcontextprotocol/protocolVersion" is there, whatever its type
  std::string version;
  std::string fault;    // of a modern request: what is missing; empty: nothing
  Json progress_token;  // a string or an integer; null: none
};
RequestMeta request_meta(const JsonObject& params);

// Revisions a server built on this library speaks.
bool is_legacy_revision(std::string_view version);
bool is_modern_revision(std::string_view version);
inline constexpr std::string_view kNewestLegacy = "2025-11-25";
inline constexpr std::string_view kNewestModern = "2026-07-28";
inline constexpr std::string_view kBatchRevision = "2025-03-26";

}  // namespace mcpjury
