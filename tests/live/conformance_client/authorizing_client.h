// An HttpClient that answers 401 and 403 of the MCP endpoint as a client with a user would: it gets a token
// and asks again. The protocol library above it sees only what comes of that.
//
// Used from fibers of one loop; refers to the client it is given, which does the network.
#pragma once

#include <memory>
#include <string>

#include "net/http.h"
#include "oauth_flow.h"

namespace mcpjury {

class AuthorizingClient : public HttpClient {
 public:
  AuthorizingClient(HttpClient& inner, OAuthFlow flow) : inner_(inner), flow_(std::move(flow)) {}

  std::unique_ptr<HttpStream> open(HttpRequest request) override;
  Loop& loop() override { return inner_.loop(); }
  // Why the last authorization came to nothing; empty: it did not.
  const std::string& refusal() const { return refusal_; }

 private:
  HttpClient& inner_;
  OAuthFlow flow_;
  std::string token_, refusal_;
};

}  // namespace mcpjury
