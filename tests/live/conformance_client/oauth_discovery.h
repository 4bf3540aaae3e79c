// Where a client gets its token: protected-resource metadata, then authorization-server metadata, else what
// 2025-03-26 took for granted. The same well-known rules and guarded reader as the program.
//
// Called from a fiber. Unlike the program, which collects facts, this refuses what a client must refuse: a
// resource that is not ours, an issuer that is not the one asked, no PKCE.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/address_policy.h"
#include "net/http.h"

namespace mcpjury {

struct AuthorizationServer {
  std::string issuer;  // empty: nothing said so (the fixed endpoints of 2025-03-26)
  std::string authorization_endpoint, token_endpoint, registration_endpoint;
  std::vector<std::string> token_auth_methods, scopes, grants;
  bool sends_iss = false;         // authorization_response_iss_parameter_supported
  bool takes_client_url = false;  // client_id_metadata_document_supported
};

struct AuthorizationPlace {
  std::optional<std::string> resource;  // byte for byte as the metadata has it
  std::vector<std::string> resource_scopes;
  AuthorizationServer server;
};

// `hint` is resource_metadata of the challenge.
Result<AuthorizationPlace> find_authorization(HttpClient& client, const AddressPolicy& policy,
                                              const Url& endpoint, const std::optional<std::string>& hint);

}  // namespace mcpjury
