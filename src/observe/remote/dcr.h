// A scan with a client registered for the occasion: RFC 7591 registration, client_credentials token, and
// RFC 7592 removal afterwards. Only when the user asked; it writes a row on somebody's server.
//
// Used from a fiber. Secrets live in memory only and are overwritten; the record holds none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "net/address_policy.h"
#include "net/http.h"
#include "observe/remote/auth_discovery.h"
#include "observe/remote/secret.h"

namespace mcpjury {

class DcrClient {
 public:
  DcrClient(HttpClient& client, const AddressPolicy& policy, const RegistrationOffer& offer,
            const Url& endpoint)
      : client_(client), policy_(policy), offer_(offer), endpoint_(endpoint) {}

  // True when a token is at hand. The record says how far it came.
  bool obtain();
  const Secret& token() const { return token_; }
  // Everything secret that is at hand, for finding it in what servers say later.
  std::vector<Secret> secrets() const;
  // Best effort: takes the registration back and wipes everything. The removal goes to the origin that
  // registered us and nowhere else, or any server could make us send a DELETE to another.
  void forget();
  JsonObject record() const { return record_; }

 private:
  bool fail(std::string_view outcome);
  std::string resource() const;
  std::optional<Url> safe_endpoint(const std::string& text, std::string_view which);
  bool register_client();
  bool fetch_token();

  HttpClient& client_;
  const AddressPolicy& policy_;
  const RegistrationOffer& offer_;
  const Url& endpoint_;
  JsonObject record_;
  std::string auth_method_, client_id_, removal_url_;
  std::optional<Url> registered_at_;
  Secret client_secret_, removal_token_, token_;
};

}  // namespace mcpjury
