// The OAuth 2.1 code flow of a client whose user always agrees: the redirect of the authorization endpoint is
// read, never followed. Client-credentials where that is all a server offers.
//
// Used from one fiber at a time; owned by the authorizing client. Registrations are kept by issuer and never
// shown to another one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "form.h"
#include "net/www_authenticate.h"
#include "oauth_discovery.h"

namespace mcpjury {

struct ClientIdentity {
  std::string id, secret;
  std::string auth_method;  // "client_secret_basic", "client_secret_post", "none"
};

// Credentials the suite hands over; `issuer` empty: not said.
struct PreRegistered {
  std::string id, secret, issuer;
};

class OAuthFlow {
 public:
  static constexpr int kMaxAttempts = 3;

  OAuthFlow(HttpClient& client, const AddressPolicy& policy, Url endpoint, std::optional<PreRegistered> known)
      : client_(client), policy_(policy), endpoint_(std::move(endpoint)), known_(std::move(known)) {}

  // A token after this 401 or 403, or why there is none. `bearer` may be null.
  Result<std::string> obtain(int status, const Challenge* bearer);

 private:
  Result<ClientIdentity> identify(const AuthorizationServer& server);
  Result<ClientIdentity> register_client(const AuthorizationServer& server);
  Result<std::string> authorize(const AuthorizationPlace& place, const ClientIdentity& identity,
                                const std::string& challenge);
  Result<std::string> fetch_token(const AuthorizationServer& server, const ClientIdentity& identity,
                                  FormFields fields);
  Result<JsonObject> post(const std::string& url, HttpRequest request, int wanted_status);

  HttpClient& client_;
  const AddressPolicy& policy_;
  const Url endpoint_;
  const std::optional<PreRegistered> known_;
  std::map<std::string, ClientIdentity> registered_;  // by issuer
  std::vector<std::string> asked_scopes_;
  int attempts_ = 0;
};

}  // namespace mcpjury
