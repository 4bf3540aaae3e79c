// What to do with a redirect: the methodology's rules as one pure function, apart from the network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "net/http.h"

namespace mcpjury {

struct RedirectStep {
  RedirectHop hop;
  // Set when the chain goes on; credentials are dropped already when the origin changed.
  std::optional<HttpRequest> next;
  // Set when the chain must end with a failure. With neither, the redirect is itself the answer.
  HttpFailure failure = HttpFailure::kNone;
  std::optional<Refusal> refusal;
};

bool is_redirect(const HttpHead& head);

// `seen`: what was asked so far in this chain, as dial() texts, the present one included.
RedirectStep next_step(const HttpRequest& request, const HttpHead& head,
                       const std::vector<std::string>& seen);

}  // namespace mcpjury
