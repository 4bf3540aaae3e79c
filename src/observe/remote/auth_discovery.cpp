#include "observe/remote/auth_discovery.h"

#include <algorithm>

#include "net/well_known.h"
#include "net/www_authenticate.h"
#include "observe/remote/auth_documents.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShownChallenges = 16;

// A document of somebody else, on its way into evidence: strings are redacted, sizes bounded by the fetch.
// `name` is the member's: "client_secret" says of its value what the value alone does not.
Json shown_json(const Json& value, std::string_view name) {
  if (const auto* text = value.if_string()) {
    const std::string prefix = std::string(name) + "=";
    const std::string shown = kept_text(prefix + std::string(view(*text)), prefix.size() + 2048);
    return shown.starts_with(prefix) ? Json(shown.substr(prefix.size())) : Json(kept_text(view(*text), 2048));
  }
  if (const JsonArray* array = value.if_array()) {
    JsonArray out;
    for (const Json& item : *array) out.push_back(shown_json(item, name));
    return out;
  }
  if (const JsonObject* object = value.if_object()) {
    JsonObject out;
    for (const auto& member : *object) {
      const std::string_view key(member.key().data(), member.key().size());
      out[kept_text(key, 300)] = shown_json(member.value(), key);
    }
    return out;
  }
  return value;
}

class Discovery {
 public:
  Discovery(HttpClient& client, const AddressPolicy& policy, const Url& endpoint)
      : policy_(policy), endpoint_(endpoint), reader_(client, policy, kWellKnownFetches) {}

  AuthDiscovery run(const AuthTrigger* trigger) {
    if (trigger != nullptr) read_trigger(*trigger);
    found_.auth["required"] = trigger != nullptr;
    // Metadata of another origin says whom to trust instead of us: nothing is followed from there.
    if (find_resource_metadata() && !foreign_) follow_issuers();
    if (!resource_) legacy_fallback();
    found_.auth["dcr"] = JsonObject{{"advertised", found_.offer.advertised},
                                    {"client_credentials", found_.offer.client_credentials},
                                    {"attempted", false}};
    found_.auth["fetches"] = reader_.take_fetches();
    if (JsonArray guarded = reader_.take_guarded(); !guarded.empty())
      found_.auth["guarded"] = std::move(guarded);
    return std::move(found_);
  }

 private:
  void read_trigger(const AuthTrigger& trigger) {
    found_.auth["trigger"] = JsonObject{
        {"method", kept_text(trigger.method, 60)}, {"status", trigger.status}, {"partial", trigger.partial}};
    const std::vector<std::string_view> lines(trigger.www_authenticate.begin(),
                                              trigger.www_authenticate.end());
    const Challenges challenges = parse_www_authenticate(lines);
    JsonArray raw, parsed;
    for (const std::string& line : trigger.www_authenticate) {
      if (raw.size() < kShownChallenges) raw.push_back(Json(kept_text(line, 1000)));
    }
    for (const Challenge& challenge : challenges.list) {
      if (parsed.size() == kShownChallenges) break;
      JsonObject parameters;
      for (const auto& [name, value] : challenge.parameters)
        parameters[kept_text(name, 60)] = kept_text(value, 1000);
      JsonObject entry{{"scheme", kept_text(challenge.scheme, 60)}, {"parameters", std::move(parameters)}};
      if (!challenge.token68.empty()) entry["token"] = kept_text(challenge.token68, 200);
      parsed.push_back(std::move(entry));
    }
    if (!raw.empty()) found_.auth["raw_challenges"] = std::move(raw);
    if (!parsed.empty()) found_.auth["challenges"] = std::move(parsed);
    const Challenge* bearer = challenges.first("bearer");
    if (bearer == nullptr) return;
    found_.proof.emplace_back("bearer_challenge");
    JsonObject out;
    for (const std::string_view name :
         {"realm", "scope", "error", "error_description", "resource_metadata"}) {
      if (const std::string* value = bearer->parameter(name)) out[name] = kept_text(*value, 1000);
    }
    found_.auth["bearer"] = std::move(out);
    if (const std::string* scope = bearer->parameter("scope")) found_.offer.scope = *scope;
    if (const std::string* hint = bearer->parameter("resource_metadata")) hint_ = *hint;
  }

  bool find_resource_metadata() {
    const ResourceMetadataUrls candidates = resource_metadata_urls(endpoint_, hint_, policy_);
    if (!candidates.challenge_fault.empty()) {
      found_.auth["hint_broken"] = true;
      reader_.judge(*hint_, "challenge/resource_metadata");
    }
    for (const MetadataUrl& candidate : candidates.urls) {
      const bool hinted = candidate.via == "challenge";
      resource_ =
          reader_.fetch(candidate.url, "protected-resource", hinted ? "challenge/resource_metadata" : "");
      if (resource_) return keep_resource(candidate.url, candidate.via);
      // A broken hint ends the standard's search; what else stands there is asked to collect facts.
      if (hinted) found_.auth["hint_broken"] = true;
      if (!hinted && reader_.broken()) break;
    }
    return false;
  }

  bool keep_resource(const std::string& url, std::string_view via) {
    std::optional<std::string> written;
    if (const Json* resource = find(*resource_, "resource"); resource != nullptr && resource->is_string()) {
      written = std::string(view(resource->get_string()));
    }
    const Match match = match_resource(endpoint_.raw, written);
    foreign_ = match == Match::kDifferent;
    found_.proof.emplace_back("resource_metadata");
    found_.auth["resource_metadata"] = JsonObject{{"url", shown_url(url)},
                                                  {"via", via},
                                                  {"resource_match", name_of(match)},
                                                  {"document", shown_json(Json(*resource_), {})}};
    judge_urls_in(*resource_, "resource_metadata", reader_);
    found_.offer.resource = written.value_or(endpoint_.raw);
    return true;
  }

  void follow_issuers() {
    const JsonArray* servers = find_array(*resource_, "authorization_servers");
    if (servers == nullptr) return;
    for (const Json& item : *servers) {
      if (issuers_.size() == kIssuers) break;
      if (const auto* issuer = item.if_string()) follow_issuer(std::string(view(*issuer)));
    }
    if (!issuers_.empty()) found_.auth["issuers"] = std::move(issuers_);
  }

  void follow_issuer(const std::string& issuer) {
    const std::string fault = issuer_fault(issuer, policy_);
    JsonObject entry{{"issuer", shown_url(issuer)}, {"issuer_valid", fault.empty()}};
    if (!fault.empty()) {
      entry["invalid_reason"] = fault;
    } else {
      for (const MetadataUrl& candidate : issuer_metadata_urls(issuer)) {
        auto document = reader_.fetch(candidate.url, "authorization-server", "authorization_servers");
        if (document) {
          keep_issuer(issuer, candidate, *document, entry);
          break;
        }
        if (reader_.broken()) break;
      }
    }
    issuers_.push_back(std::move(entry));
  }

  void keep_issuer(const std::string& issuer, const MetadataUrl& candidate, const JsonObject& document,
                   JsonObject& entry) {
    std::optional<std::string> written;
    if (const Json* named = find(document, "issuer"); named != nullptr && named->is_string()) {
      written = std::string(view(named->get_string()));
    }
    const Match match = match_issuer(issuer, written);
    entry["url"] = shown_url(candidate.url);
    entry["via"] = candidate.via;
    entry["issuer_match"] = name_of(match);
    entry["document"] = shown_json(Json(document), {});
    found_.proof.emplace_back("issuer_metadata");
    judge_urls_in(document, "issuers/" + std::to_string(issuers_.size()), reader_);
    // A document that speaks for another issuer is stored and not believed (RFC 8414 section 3.3).
    if (match == Match::kEqual) offer_from(issuer, document);
  }

  void offer_from(const std::string& issuer, const JsonObject& document) {
    RegistrationOffer& offer = found_.offer;
    if (offer.advertised || find_string(document, "registration_endpoint").empty()) return;
    offer.advertised = true;
    offer.issuer = issuer;
    offer.registration_endpoint = std::string(find_string(document, "registration_endpoint"));
    offer.token_endpoint = std::string(find_string(document, "token_endpoint"));
    if (const JsonArray* grants = find_array(document, "grant_types_supported")) {
      offer.client_credentials =
          std::find(grants->begin(), grants->end(), Json("client_credentials")) != grants->end();
    }
    if (const JsonArray* methods = find_array(document, "token_endpoint_auth_methods_supported")) {
      for (const Json& method : *methods) {
        if (const auto* name = method.if_string()) offer.token_auth_methods.emplace_back(view(*name));
      }
    }
  }

  // The 2025-03-26 revision took the server's own origin as issuer. Facts only; never counted as RFC 9728,
  // and the fixed endpoints of that revision are not asked.
  void legacy_fallback() {
    if (reader_.broken()) return;
    const std::string issuer = endpoint_.origin();
    const std::string url = issuer + "/.well-known/oauth-authorization-server";
    auto document = reader_.fetch(url, "authorization-server", {});
    if (!document) return;
    found_.auth["legacy_fallback"] = true;
    JsonObject entry{{"issuer", issuer}, {"issuer_valid", true}};
    keep_issuer(issuer, {url, "oauth"}, *document, entry);
    issuers_.push_back(std::move(entry));
    found_.auth["issuers"] = std::move(issuers_);
  }

  const AddressPolicy& policy_;
  const Url& endpoint_;
  MetadataReader reader_;
  AuthDiscovery found_;
  std::optional<std::string> hint_;
  bool foreign_ = false;
  std::optional<JsonObject> resource_;
  JsonArray issuers_;
};

}  // namespace

AuthDiscovery discover_authorization(HttpClient& client, const AddressPolicy& policy, const Url& endpoint,
                                     const AuthTrigger* trigger) {
  return Discovery(client, policy, endpoint).run(trigger);
}

}  // namespace mcpjury
