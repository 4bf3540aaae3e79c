// What a client without credentials is told about authorization: challenge, protected-resource metadata,
// authorization-server metadata. RFC 9728, RFC 8414, OpenID Connect Discovery, in their exact order.
//
// Used from a fiber. At most kWellKnownFetches documents are asked for and kIssuers issuers followed; every
// URL passes the address guard, and one that does not is written down under `guarded`.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "mcp/client.h"
#include "net/address_policy.h"
#include "net/http.h"

namespace mcpjury {

inline constexpr int kWellKnownFetches = 12;
inline constexpr int kIssuers = 3;

// What the DCR-assisted scan needs, from a document whose issuer matched.
struct RegistrationOffer {
  bool advertised = false;          // a registration_endpoint
  bool client_credentials = false;  // and the grant it is used with
  std::string issuer;
  std::string registration_endpoint, token_endpoint;
  std::vector<std::string> token_auth_methods;  // empty: client_secret_basic by RFC 8414
  std::string scope;                            // of the challenge
  std::string resource;                         // raw, as the metadata has it; else the endpoint
};

struct AuthDiscovery {
  JsonObject auth;                 // data of the auth facet
  std::vector<std::string> proof;  // "bearer_challenge", "resource_metadata", "issuer_metadata"
  RegistrationOffer offer;
};

// `trigger` null: asked for without a 401 or 403 (--always-discover).
AuthDiscovery discover_authorization(HttpClient& client, const AddressPolicy& policy, const Url& endpoint,
                                     const AuthTrigger* trigger);

}  // namespace mcpjury
