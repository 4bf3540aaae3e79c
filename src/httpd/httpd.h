// The HTTP/1.1 server under the service and the gateway: connections, limits and time limits, nothing about
// routes. Beast stays in httpd.cpp.
//
// One io_context a thread, all of them listening on one port. The handler is called in one of these threads
// and must not wait: what takes longer keeps the exchange and answers from another thread. Every number is a
// limit: a client that is slow, large or silent is answered or closed, and others do not notice.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace mcpjury {

struct HttpdOptions {
  std::string address = "127.0.0.1";  // a literal address
  std::uint16_t port = 0;             // 0: any free one
  int threads = 0;                    // 0: one a core
  std::size_t header_bytes = 16 * 1024;
  std::size_t body_bytes = 4 * 1024 * 1024;
  std::size_t connections = 4096;  // beyond: the oldest idle one is closed, else the new one is refused
  std::size_t connections_of_address = 1024;
  std::chrono::milliseconds header_time{
      10'000};  // from the first byte, or from accept, to the end of the head
  std::chrono::milliseconds body_time{30'000};
  std::chrono::milliseconds idle_time{60'000};   // between two requests
  std::chrono::milliseconds write_time{30'000};  // of an answer, and of one piece of a stream
  std::size_t stream_bytes = 4 * 1024 * 1024;    // that may wait for the reader of a stream
  std::string certificate_file, key_file;        // PEM; empty: no TLS
};

struct HttpdRequest {
  std::string method;                                        // "GET"
  std::string path;                                          // as sent, up to "?"; not decoded
  std::string query;                                         // behind "?"
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case, in order
  std::string body;
  std::string peer;  // literal address of the client
  bool tls = false;
  std::string_view header(std::string_view name) const;  // the first; empty when there is none
};

struct HttpdResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;  // Content-Length, Date, Connection are added
  std::shared_ptr<const std::string> body;                   // null: none
};

// An answer that goes on: server-sent events. Thread safe. Bounded: a reader that falls behind is closed.
class HttpdStream {
 public:
  virtual ~HttpdStream() = default;
  virtual bool write(std::string piece) = 0;  // false: the reader is gone
  virtual bool open() const = 0;
  virtual void end() = 0;
};

// One request and its answer. answer() or stream() once, from any thread; when the last owner lets go without
// an answer, the client gets a 500.
class HttpdExchange {
 public:
  virtual ~HttpdExchange() = default;
  virtual const HttpdRequest& request() const = 0;
  virtual void answer(HttpdResponse response) = 0;
  virtual std::shared_ptr<HttpdStream> stream(HttpdResponse head) = 0;  // the head's body is ignored
};
using HttpdHandler = std::function<void(std::shared_ptr<HttpdExchange>)>;

// What the server itself refuses (a head that is none, too large, too slow) becomes an answer here, so that
// its shape is the service's. `code` is one of "bad_request", "too_large", "header_too_large", "timeout",
// "busy".
using HttpdRefusal =
    std::function<HttpdResponse(int status, std::string_view code, std::string_view message)>;

struct HttpdCounts {
  std::uint64_t accepted = 0, requests = 0, refused = 0, open = 0;
};

class Httpd {
 public:
  // Listens when it returns. kUsage for an address that is none, kCannotWrite when the port is taken.
  static Result<std::unique_ptr<Httpd>> start(const HttpdOptions& options, HttpdHandler handler,
                                              HttpdRefusal refusal);
  virtual ~Httpd() = default;  // stops
  virtual std::uint16_t port() const = 0;
  virtual HttpdCounts counts() const = 0;
  // No new connections; what is being answered gets this long.
  virtual void stop(std::chrono::milliseconds grace) = 0;
};

}  // namespace mcpjury
