// The guard in front of a remote server: Streamable HTTP of either era, listening on loopback, forwarding
// with the guarded client. Pages that are web sites cannot use it: Host and Origin must be of this machine.
//
// Requests come in on the threads of Httpd and are served as fibers of one loop, which is the calling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "guard/guard.h"
#include "net/http.h"

namespace mcpjury {

struct RemoteGuardOptions {
  std::string url;
  std::vector<HttpHeader> credential;      // added to every request, never logged
  std::vector<std::string> allowed_hosts;  // of the operator: the address guard is lifted for them
  std::string resolver;
  std::string listen = "127.0.0.1";  // a loopback address
  std::uint16_t port = 0;            // 0: any free one
  GateOptions gate;
  GuardLimits limits;
  std::size_t at_once = 128;                                        // requests and streams
  std::size_t sessions = 256;                                       // remembered; the oldest are forgotten
  std::chrono::milliseconds answer_time{std::chrono::minutes(10)};  // of one request of the client
  std::function<void(std::uint16_t port)> listening;                // called once, when requests are taken
};

// Until SIGINT or SIGTERM; the exit code. kUsage, kUnknownScheme, kRefused for an address that cannot be
// guarded, kCannotWrite when the port is taken.
Result<int> guard_remote(const RemoteGuardOptions& options, GuardLog& log);

// The host of an address, for allowed_hosts; nothing when it is none.
std::optional<std::string> host_of_url(const std::string& url);

}  // namespace mcpjury
