// A whole conversation with a server, as a passive client has it: find the era, open, walk the lists, read
// a few resources, leave. What it learned is written in the members of the evidence schema.
//
// Used from one fiber. Nothing throws; whatever goes wrong stands in the conversation, and what was learned
// before it is kept. Never calls a tool: see method.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "mcp/channel.h"
#include "net/http.h"

namespace mcpjury {

struct ClientOptions {
  std::string legacy_version = "2025-11-25";
  std::string modern_version = "2026-07-28";
  // Start with this era only (conformance runs name their version); unknown: find out.
  Era era = Era::kUnknown;
  int pages = 5;                           // of each list
  std::size_t items = 500;                 // of each list
  int resource_reads = 3;                  // https resources only
  std::size_t resource_bytes = 64u << 10;  // read; the observer redacts and cuts to 8 KiB
  std::size_t json_depth = 64;
  std::size_t message_bytes = 1u << 20;  // ten times as much on stdio
  Milliseconds request_time{10'000};
  Milliseconds discover_time{2'000};  // stdio waits this long before it falls back to initialize
  bool try_http_sse = true;
  bool check_repeat = true;  // ask for the first page of tools once more and compare
  std::string client_name = "mcpjury", client_version;
  // Called after the lists, with the channel still open: the active probe and the test-only client.
  std::function<void(Channel&, const struct Conversation&)> before_close;
};

// 401 or 403, wherever it first appeared.
struct AuthTrigger {
  std::string method;  // "server/discover", "initialize", "tools/list" …
  int status = 0;
  bool partial = false;  // something was answered without credentials before
  std::vector<std::string> www_authenticate;
};

struct Conversation {
  JsonObject
      protocol;  // data of the protocol facet: era, wire, versions, lists, session, proof, violations …
  JsonObject definition;  // data of the definition facet: server, handshake, tools, prompts, …
  bool handshake = false;
  bool tools_listed = false;
  bool tools_complete = false;
  bool answered = false;  // any well-formed JSON-RPC message came
  std::optional<AuthTrigger> auth;
  std::vector<std::pair<std::string, std::uint64_t>>
      limits;  // "pages", "items", "message_bytes" … and the maximum
  // How it ended when not well: a name of Reply::failure or "http_500"; empty when all that was asked was
  // answered.
  std::string failure, failure_detail;
  Reply opening;                // the first POST, for the transport facet
  bool repeat_differs = false;  // tools/list asked twice gave two answers; transport.repeat_differs
  bool restarted = false;       // stdio: the process was started a second time; transport.stdio.restarted
  struct SseEndpoint {
    std::string raw;  // without the values of its query: one of them is the session
    bool same_origin = false;
  };
  std::optional<SseEndpoint> sse_endpoint;  // transport.sse_endpoint
  bool session_in_url = false;              // transport.session_in_url
  // Session ids seen, for judging their quality; the observer writes only the judgement.
  std::vector<std::string> session_ids;
};

struct HttpEndpoint {
  Url url;
  std::vector<HttpHeader> credential;  // Authorization or an API-key header; never logged
};
Conversation talk_over_http(HttpClient& client, const HttpEndpoint& endpoint, const ClientOptions& options);

// The process seam of the local observer.
class ServerProcess {
 public:
  virtual ~ServerProcess() = default;
  // Bytes of standard output; empty at its end or at the deadline.
  virtual std::string read(TimePoint deadline) = 0;
  virtual bool at_end() const = 0;
  virtual bool write(std::string_view bytes, TimePoint deadline) = 0;
  virtual void close_input() = 0;
  virtual void end() = 0;  // close input, wait, SIGTERM the group, wait, SIGKILL
  virtual std::uint64_t stderr_bytes() const = 0;
};
// Starting may happen twice: some servers exit on anything before initialize.
using StartProcess = std::function<Result<std::unique_ptr<ServerProcess>>()>;
Conversation talk_over_stdio(const StartProcess& start, const ClientOptions& options);

}  // namespace mcpjury
