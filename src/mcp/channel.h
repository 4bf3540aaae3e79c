// A way to exchange JSON-RPC frames with one server: stdio, Streamable HTTP of either era, or HTTP+SSE.
//
// The transport seam. One conversation a channel, one request at a time, used from one fiber. A channel never
// answers a server's own request with anything but "method not found", and counts what it did not ask for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "net/http.h"

namespace mcpjury {

// A JSON-RPC message before it has an id. `method` is text because the seam carries what it is given; the
// client above it only builds frames from Method.
struct Frame {
  std::string method;
  JsonObject params;
  std::string name;                 // for the Mcp-Name header of the modern era; empty: none
  std::vector<HttpHeader> headers;  // further ones (Mcp-Param-…)
  bool notification = false;
};

struct RpcError {
  std::int64_t code = 0;
  std::string message;
  Json data;
};

struct Reply {
  enum class State : std::uint8_t { kResult, kError, kNone };
  State state = State::kNone;
  Json result;
  RpcError error;
  // HTTP only.
  int http_status = 0;
  std::string media_type;
  std::vector<std::string> www_authenticate;  // every line, on 401 and 403
  std::string retry_after;                    // as sent, shortened
  // Why there is neither result nor error: name_of(HttpFailure), "http_NNN" for a status without a JSON-RPC
  // body, or one of mcp/failure.h.
  std::string failure, detail;
  std::size_t bytes = 0;
  std::int64_t duration_ms = 0;
};

// What was noticed on the way; becomes part of the protocol facet.
struct ChannelFacts {
  std::string wire;  // "stdio", "streamable_http", "http_sse"
  std::uint64_t non_json_lines = 0;
  std::uint64_t stderr_bytes = 0;
  std::uint64_t wrong_ids = 0;
  std::uint64_t messages = 0;  // well-formed JSON-RPC messages of any kind
  std::map<std::string, std::uint64_t> notifications, unasked_requests;  // by method, at most 32 names each
  struct Violation {
    std::string what, method, detail;
  };
  std::vector<Violation> violations;     // at most 100
  std::vector<std::string> session_ids;  // of this channel; never leaves the process as it is
  bool session_deleted = false;
  std::string sse_endpoint;  // HTTP+SSE: the endpoint event without the values of its query; empty: none came
  bool sse_same_origin = false;
  bool session_in_url = false;
};

enum class Era : std::uint8_t { kUnknown, kLegacy, kModern };

class Channel {
 public:
  virtual ~Channel() = default;
  // Sends the frame and waits for its answer until the channel's time for one request is over. Skips
  // notifications and other ids. A notification returns at once with http_status where there is one.
  virtual Reply exchange(const Frame& frame) = 0;
  // What every later frame carries: MCP-Protocol-Version, and in the modern era `_meta` and Mcp-Method.
  virtual void use(Era era, const std::string& version) = 0;
  // Deletes the session, ends the streams or the process. Idempotent.
  virtual void close() = 0;
  virtual const ChannelFacts& facts() const = 0;
};

}  // namespace mcpjury
