#include "oauth_flow.h"

#include <boost/json/serialize.hpp>

#include "base/base64.h"
#include "form.h"

namespace mcpjury {
namespace {

// Nobody listens there: the redirect to it is read from the Location header.
constexpr std::string_view kRedirect = "http://127.0.0.1:33418/callback";
// What the suite takes for a client that publishes its metadata.
constexpr std::string_view kClientUrl = "https://conformance-test.local/client-metadata.json";
constexpr std::string_view kOfflineAccess = "offline_access";

Error flow_refusal(std::string message) { return {ErrorCode::kRefused, std::move(message)}; }

// RFC 8414: basic when the server does not say.
std::string chosen_method(const std::vector<std::string>& offered) {
  for (const std::string& method : offered) {
    if (method == "client_secret_basic" || method == "client_secret_post" || method == "none") return method;
  }
  return "client_secret_basic";
}

// The challenge first, else what the resource lists, else nothing; in a step-up what was asked before stays.
std::vector<std::string> wanted_scopes(const AuthorizationPlace& place, const std::string* challenged,
                                       const std::vector<std::string>& before) {
  std::vector<std::string> out = challenged != nullptr ? scope_list(*challenged) : place.resource_scopes;
  for (const std::string& one : before) {
    if (!contains(out, one)) out.push_back(one);
  }
  const bool lasting = contains(place.server.scopes, kOfflineAccess);
  if (lasting && !contains(out, kOfflineAccess)) out.emplace_back(kOfflineAccess);
  if (!lasting) std::erase(out, kOfflineAccess);
  return out;
}

bool machine_only(const AuthorizationServer& server) {
  return contains(server.grants, "client_credentials") && !contains(server.grants, "authorization_code");
}

// RFC 9207, plain string comparison: a present iss counts whether it was promised or not.
Status check_iss(const AuthorizationServer& server, const std::optional<std::string>& iss) {
  if (!iss && server.sends_iss)
    return flow_refusal("the authorization response lacks the iss that was promised");
  if (iss && *iss != server.issuer)
    return flow_refusal("the authorization response comes from another issuer");
  return Ok{};
}

}  // namespace

Result<std::string> OAuthFlow::obtain(int status, const Challenge* bearer) {
  const std::string* scope = bearer != nullptr ? bearer->parameter("scope") : nullptr;
  const std::string* hint = bearer != nullptr ? bearer->parameter("resource_metadata") : nullptr;
  if (++attempts_ > kMaxAttempts) return flow_refusal("enough attempts");
  auto place =
      find_authorization(client_, policy_, endpoint_, hint != nullptr ? std::optional(*hint) : std::nullopt);
  if (!place) return place.error();
  const bool step_up = status == 403;
  const std::vector<std::string> scopes =
      wanted_scopes(*place, scope, step_up ? asked_scopes_ : std::vector<std::string>{});
  // The same question would get the same answer, for ever.
  if (step_up && scopes == asked_scopes_)
    return flow_refusal("the scopes asked for were granted and are not enough");
  asked_scopes_ = scopes;
  auto identity = identify(place->server);
  if (!identity) return identity.error();

  FormFields fields;
  if (machine_only(place->server)) {
    fields = {{"grant_type", "client_credentials"}};
    if (!scopes.empty()) fields.emplace_back("scope", scope_text(scopes));
  } else {
    const std::string verifier = random_text();
    auto code = authorize(*place, *identity, s256_challenge(verifier));
    if (!code) return code.error();
    fields = {{"grant_type", "authorization_code"},
              {"code", *code},
              {"redirect_uri", std::string(kRedirect)},
              {"code_verifier", verifier}};
  }
  if (place->resource) fields.emplace_back("resource", *place->resource);
  return fetch_token(place->server, *identity, std::move(fields));
}

Result<ClientIdentity> OAuthFlow::identify(const AuthorizationServer& server) {
  if (known_ && (known_->issuer.empty() || known_->issuer == server.issuer)) {
    return ClientIdentity{known_->id, known_->secret, chosen_method(server.token_auth_methods)};
  }
  if (server.takes_client_url) return ClientIdentity{std::string(kClientUrl), "", "none"};
  const std::string& key = server.issuer.empty() ? server.token_endpoint : server.issuer;
  if (const auto found = registered_.find(key); found != registered_.end()) return found->second;
  auto fresh = register_client(server);
  if (fresh) registered_.emplace(key, *fresh);
  return fresh;
}

Result<ClientIdentity> OAuthFlow::register_client(const AuthorizationServer& server) {
  if (server.registration_endpoint.empty()) return flow_refusal("no way to register");
  const std::string method = chosen_method(server.token_auth_methods);
  HttpRequest request;
  request.purpose = Purpose::kRegistration;
  request.headers = {{"Content-Type", "application/json"}};
  request.body = boost::json::serialize(JsonObject{{"client_name", "mcpjury conformance client"},
                                                   {"redirect_uris", JsonArray{Json(kRedirect)}},
                                                   {"grant_types", {"authorization_code", "refresh_token"}},
                                                   {"response_types", JsonArray{Json("code")}},
                                                   {"token_endpoint_auth_method", method},
                                                   {"application_type", "native"}});
  auto answer = post(server.registration_endpoint, std::move(request), 201);
  if (!answer) return answer.error();
  ClientIdentity out{std::string(find_string(*answer, "client_id")),
                     std::string(find_string(*answer, "client_secret")),
                     std::string(find_string(*answer, "token_endpoint_auth_method"))};
  if (out.id.empty()) return flow_refusal("the registration gave no client_id");
  if (out.auth_method.empty()) out.auth_method = out.secret.empty() ? "none" : method;
  return out;
}

Result<std::string> OAuthFlow::authorize(const AuthorizationPlace& place, const ClientIdentity& identity,
                                         const std::string& challenge) {
  const std::string state = random_text();
  FormFields fields = {
      {"response_type", "code"}, {"client_id", identity.id},    {"redirect_uri", std::string(kRedirect)},
      {"state", state},          {"code_challenge", challenge}, {"code_challenge_method", "S256"}};
  if (!asked_scopes_.empty()) fields.emplace_back("scope", scope_text(asked_scopes_));
  if (place.resource) fields.emplace_back("resource", *place.resource);
  const std::string& page = place.server.authorization_endpoint;
  auto url = parse_url(page + (page.find('?') == std::string::npos ? "?" : "&") + form_text(fields));
  if (!url) return url.error();
  HttpRequest request;
  request.url = std::move(*url);
  request.purpose = Purpose::kToken;
  request.label = "authorize";
  request.follow_redirects = false;
  const HttpResponse response = client_.send(std::move(request));
  const std::string location(response.header("location"));
  if (!location.starts_with(kRedirect))
    return flow_refusal("the authorization endpoint did not redirect to us");
  const std::string_view query =
      std::string_view(location).substr(std::min(location.find('?'), location.size()));
  const auto value = [&](std::string_view name) {
    return query_value(query.substr(query.empty() ? 0 : 1), name);
  };
  if (value("state") != state) return flow_refusal("the authorization response has another state");
  if (auto good = check_iss(place.server, value("iss")); !good) return good.error();
  const auto code = value("code");
  if (!code) return flow_refusal("the authorization response has no code");
  return *code;
}

Result<std::string> OAuthFlow::fetch_token(const AuthorizationServer& server, const ClientIdentity& identity,
                                           FormFields fields) {
  HttpRequest request;
  request.purpose = Purpose::kToken;
  request.carries_secret = true;
  request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}, {"Accept", "application/json"}};
  if (identity.auth_method == "client_secret_basic") {
    const std::string pair = form_encode(identity.id) + ":" + form_encode(identity.secret);
    request.headers.push_back({"Authorization", "Basic " + base64_encode(pair)});
  } else {
    fields.emplace_back("client_id", identity.id);
    if (identity.auth_method == "client_secret_post") fields.emplace_back("client_secret", identity.secret);
  }
  request.body = form_text(fields);
  auto answer = post(server.token_endpoint, std::move(request), 200);
  if (!answer) return answer.error();
  std::string token(find_string(*answer, "access_token"));
  if (token.empty()) return flow_refusal("the token endpoint gave no token");
  return token;
}

Result<JsonObject> OAuthFlow::post(const std::string& url, HttpRequest request, int wanted_status) {
  auto parsed = parse_url(url);
  if (!parsed) return parsed.error();
  request.method = "POST";
  request.url = std::move(*parsed);
  const HttpResponse response = client_.send(std::move(request));
  if (response.status != wanted_status) {
    return flow_refusal(url + " answered " + std::to_string(response.status));
  }
  auto body = parse_json(response.body, url, {});
  if (!body) return body.error();
  if (!body->value.is_object()) return flow_refusal(url + " answered with no object");
  return std::move(body->value.get_object());
}

}  // namespace mcpjury
