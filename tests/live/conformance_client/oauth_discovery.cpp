#include "oauth_discovery.h"

#include "form.h"
#include "net/well_known.h"
#include "observe/remote/auth_documents.h"

namespace mcpjury {
namespace {

constexpr int kFetches = 12;

Error refusal(std::string message) { return {ErrorCode::kRefused, std::move(message)}; }

std::optional<std::string> text_of(const JsonObject& document, std::string_view key) {
  const Json* value = find(document, key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string(view(value->get_string()));
}

std::vector<std::string> texts_of(const JsonObject& document, std::string_view key) {
  std::vector<std::string> out;
  const JsonArray* list = find_array(document, key);
  if (list == nullptr) return out;
  for (const Json& item : *list) {
    if (item.is_string()) out.emplace_back(view(item.get_string()));
  }
  return out;
}

bool says_yes(const JsonObject& document, std::string_view key) {
  const Json* value = find(document, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

Result<AuthorizationServer> read_server(const std::string& issuer, const JsonObject& document) {
  if (match_issuer(issuer, text_of(document, "issuer")) != Match::kEqual) {
    return refusal("the metadata speaks for another issuer than the one asked");
  }
  if (!contains(texts_of(document, "code_challenge_methods_supported"), "S256")) {
    return refusal("the authorization server does not offer PKCE with S256");
  }
  AuthorizationServer out;
  out.issuer = issuer;
  out.authorization_endpoint = text_of(document, "authorization_endpoint").value_or("");
  out.token_endpoint = text_of(document, "token_endpoint").value_or("");
  out.registration_endpoint = text_of(document, "registration_endpoint").value_or("");
  out.token_auth_methods = texts_of(document, "token_endpoint_auth_methods_supported");
  out.scopes = texts_of(document, "scopes_supported");
  out.grants = texts_of(document, "grant_types_supported");
  out.sends_iss = says_yes(document, "authorization_response_iss_parameter_supported");
  out.takes_client_url = says_yes(document, "client_id_metadata_document_supported");
  return out;
}

Result<AuthorizationServer> find_server(MetadataReader& reader, const std::string& issuer) {
  for (const MetadataUrl& candidate : issuer_metadata_urls(issuer)) {
    if (const auto document = reader.fetch(candidate.url, "authorization-server", "")) {
      return read_server(issuer, *document);
    }
  }
  return refusal("no authorization-server metadata");
}

// The server's own origin, by its metadata or by the fixed paths.
Result<AuthorizationPlace> before_resource_metadata(MetadataReader& reader, const Url& endpoint) {
  const std::string origin = endpoint.origin();
  AuthorizationPlace place;
  if (const auto document =
          reader.fetch(origin + "/.well-known/oauth-authorization-server", "authorization-server", "")) {
    auto server = read_server(origin, *document);
    if (!server) return server.error();
    place.server = std::move(*server);
    return place;
  }
  place.server.authorization_endpoint = origin + "/authorize";
  place.server.token_endpoint = origin + "/token";
  place.server.registration_endpoint = origin + "/register";
  return place;
}

}  // namespace

Result<AuthorizationPlace> find_authorization(HttpClient& client, const AddressPolicy& policy,
                                              const Url& endpoint, const std::optional<std::string>& hint) {
  MetadataReader reader(client, policy, kFetches);
  std::optional<JsonObject> document;
  for (const MetadataUrl& candidate : resource_metadata_urls(endpoint, hint, policy).urls) {
    document = reader.fetch(candidate.url, "protected-resource", "");
    if (document) break;
  }
  if (!document) return before_resource_metadata(reader, endpoint);
  AuthorizationPlace place;
  place.resource = text_of(*document, "resource");
  const Match match = match_resource(endpoint.raw, place.resource);
  if (match == Match::kDifferent || match == Match::kMissing) {
    return refusal("the metadata speaks for another resource than the one asked");
  }
  place.resource_scopes = texts_of(*document, "scopes_supported");
  const std::vector<std::string> issuers = texts_of(*document, "authorization_servers");
  if (issuers.empty()) return refusal("the metadata names no authorization server");
  auto server = find_server(reader, issuers.front());
  if (!server) return server.error();
  place.server = std::move(*server);
  return place;
}

}  // namespace mcpjury
