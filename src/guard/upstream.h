// Requests of the guard to the remote server: the client's, dressed with the operator's credential, and the
// guard's own. Private to guard; used from fibers of one loop.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "guard/remote_guard.h"
#include "httpd/httpd.h"
#include "net/guarded_client.h"

namespace mcpjury {

class Upstream {
 public:
  Upstream(Loop& loop, Resolver& resolver, const TrustStore& trust, Url url,
           const RemoteGuardOptions& options);

  // What the client sent, method and body replaced where given.
  HttpRequest request_like(const HttpdRequest& from, std::string method, std::string body) const;
  std::unique_ptr<HttpStream> open(HttpRequest request);

 private:
  // Clients are replaced now and then: each keeps a log of its requests.
  struct Generation {
    RequestLog log;
    std::unique_ptr<GuardedClient> client;
    std::size_t used = 0;
  };
  Loop& loop_;
  Resolver& resolver_;
  const TrustStore& trust_;
  Url url_;
  const RemoteGuardOptions& options_;
  std::shared_ptr<Generation> current_;

  friend class KeptStream;
};

// Headers of an answer that the client may see.
std::vector<std::pair<std::string, std::string>> passed_headers(const HttpHead& head);

// Calls `take` with the JSON text of each message of an answer, whatever carries it. False: it was cut, too
// large or no answer at all.
bool each_message(HttpStream& stream, std::size_t most, const std::function<bool()>& wanted,
                  const std::function<void(std::string_view)>& take);

// The whole body, or nothing when it is larger or broken.
std::optional<std::string> whole_body(HttpStream& stream, std::size_t most, TimePoint deadline);

}  // namespace mcpjury
