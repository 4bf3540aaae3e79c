#include "authorizing_client.h"

#include <utility>

namespace mcpjury {

std::unique_ptr<HttpStream> AuthorizingClient::open(HttpRequest request) {
  if (request.purpose != Purpose::kMcp) return inner_.open(std::move(request));
  for (;;) {
    HttpRequest sent = request;
    if (!token_.empty()) {
      sent.headers.push_back({"Authorization", "Bearer " + token_});
      sent.carries_secret = true;
    }
    auto stream = inner_.open(std::move(sent));
    const int status = stream->head().status;
    // Once refused is refused for good: the next request would only repeat it.
    if ((status != 401 && status != 403) || !refusal_.empty()) return stream;
    const Challenges challenges = parse_www_authenticate(stream->head().header_lines("www-authenticate"));
    const Challenge* bearer = challenges.first("bearer");
    if (status == 403) {
      const std::string* error = bearer != nullptr ? bearer->parameter("error") : nullptr;
      if (error == nullptr || *error != "insufficient_scope") return stream;
    }
    auto token = flow_.obtain(status, bearer);
    if (!token) {
      refusal_ = token.error().message;
      return stream;
    }
    token_ = std::move(*token);
  }
}

}  // namespace mcpjury
