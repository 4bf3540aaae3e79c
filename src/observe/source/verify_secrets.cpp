#include "observe/source/verify_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "net/guarded_client.h"
#include "observe/git/repository.h"
#include "observe/remote/secret.h"

namespace mcpjury {
namespace {

enum class Judge : std::uint8_t { kStatus, kSlack };

// Each request is the one its provider documents for finding out whom a key belongs to; none changes
// anything.
struct Provider {
  std::string_view name, kind, origin, path, method, header, scheme;
  Judge judge = Judge::kStatus;
};
constexpr std::array kProviders = {
    Provider{"anthropic", "anthropic-key", "https://api.anthropic.com", "/v1/models", "GET", "x-api-key", ""},
    Provider{"digitalocean", "digitalocean-token", "https://api.digitalocean.com", "/v2/account", "GET",
             "Authorization", "Bearer "},
    Provider{"github", "github-token", "https://api.github.com", "/user", "GET", "Authorization", "Bearer "},
    Provider{"gitlab", "gitlab-token", "https://gitlab.com", "/api/v4/user", "GET", "PRIVATE-TOKEN", ""},
    Provider{"groq", "groq-key", "https://api.groq.com", "/openai/v1/models", "GET", "Authorization",
             "Bearer "},
    Provider{"linear", "linear-key", "https://api.linear.app", "/graphql?query=%7Bviewer%7Bid%7D%7D", "GET",
             "Authorization", ""},
    Provider{"notion", "notion-token", "https://api.notion.com", "/v1/users/me", "GET", "Authorization",
             "Bearer "},
    Provider{"openai", "openai-key", "https://api.openai.com", "/v1/models", "GET", "Authorization",
             "Bearer "},
    Provider{"sendgrid", "sendgrid-key", "https://api.sendgrid.com", "/v3/scopes", "GET", "Authorization",
             "Bearer "},
    Provider{"slack", "slack-token", "https://slack.com", "/api/auth.test", "POST", "Authorization",
             "Bearer ", Judge::kSlack},
    Provider{"stripe", "stripe-key", "https://api.stripe.com", "/v1/balance", "GET", "Authorization",
             "Bearer "},
};

const Provider* provider_for(std::string_view kind, const std::vector<std::string>& named) {
  for (const Provider& one : kProviders) {
    if (one.kind == kind && std::find(named.begin(), named.end(), one.name) != named.end()) return &one;
  }
  return nullptr;
}

std::string_view judged(const Provider& provider, const HttpResponse& response) {
  if (response.failure != HttpFailure::kNone) return "not_tried";
  if (provider.judge == Judge::kSlack) {
    auto json = parse_json(response.body, "answer", {});
    const Json* fine = json.ok() ? find(json->value, "ok") : nullptr;
    if (response.status != 200 || fine == nullptr || !fine->is_bool()) return "not_tried";
    return fine->get_bool() ? "live" : "dead";
  }
  if (response.status == 200) return "live";
  return response.status == 401 ? "dead" : "not_tried";
}

HttpRequest request_for(const Provider& provider, Url url, const Secret& value) {
  HttpRequest request;
  request.method = std::string(provider.method);
  request.url = std::move(url);
  request.headers = {
      {"Accept", "application/json"},
      {std::string(provider.header), std::string(provider.scheme) + std::string(value.reveal())}};
  if (provider.name == "anthropic") request.headers.push_back({"anthropic-version", "2023-06-01"});
  if (provider.name == "notion") request.headers.push_back({"Notion-Version", "2022-06-28"});
  request.purpose = Purpose::kToken;
  request.label = fmt::format("verify a secret of {}", provider.name);
  request.carries_secret = true;
  request.follow_redirects = false;
  return request;
}

// Reads the value again; whole files are wiped too.
Secret value_at(const SecretPlace& place, const SourceTree& tree, const SourceLimits& limits) {
  std::optional<std::string> text;
  if (place.blob.empty()) {
    text = read_source(tree, place.file, limits.file_bytes);
  } else if (auto repository = GitRepository::open(tree.root); repository.ok()) {
    text = repository->blob(place.blob, limits.file_bytes);
  }
  if (!text) return {};
  const Secret whole(std::move(*text));
  if (place.end > whole.reveal().size() || place.begin >= place.end) return {};
  return Secret(std::string(whole.reveal().substr(place.begin, place.end - place.begin)));
}

// A header value cannot hold anything else, and no key has it.
bool is_sendable(std::string_view value) {
  return !value.empty() && value.size() < 1000 &&
         std::all_of(value.begin(), value.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

}  // namespace

std::vector<std::string_view> secret_providers() {
  std::vector<std::string_view> out;
  for (const Provider& one : kProviders) out.push_back(one.name);
  return out;
}

Status check_secret_providers(const std::vector<std::string>& providers) {
  const auto known = secret_providers();
  for (const std::string& name : providers) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return Error{ErrorCode::kUsage, fmt::format("no provider {} whose secrets can be verified; there are: {}",
                                                escape_terminal(clip(name, 50)), fmt::join(known, ", "))};
  }
  return Ok{};
}

void verify_secrets(SecretLook& look, const SourceTree& tree, const SourceLimits& limits, HttpClient& client,
                    const VerifyOptions& options) {
  std::map<std::string, std::string_view> answered;  // by kind and tag: one request a secret
  std::size_t requests = 0;
  for (std::size_t i = 0; i < look.secrets.size() && i < look.places.size(); ++i) {
    JsonObject* entry = look.secrets[i].if_object();
    const Provider* provider =
        entry == nullptr ? nullptr : provider_for(find_string(*entry, "kind"), options.providers);
    if (provider == nullptr) continue;
    const std::string key = fmt::format("{} {}", provider->kind, find_string(*entry, "tag"));
    auto known = answered.find(key);
    if (known == answered.end()) {
      if (requests >= options.requests) continue;
      const auto address = options.addresses.find(std::string(provider->name));
      auto url =
          parse_url((address == options.addresses.end() ? std::string(provider->origin) : address->second) +
                    std::string(provider->path));
      const Secret value = value_at(look.places[i], tree, limits);
      if (!url || !is_sendable(value.reveal())) continue;
      ++requests;
      const HttpResponse response = client.send(request_for(*provider, std::move(*url), value));
      known = answered.emplace(key, judged(*provider, response)).first;
    }
    (*entry)["verified"] = known->second;
  }
}

JsonArray verify_secrets_online(SecretLook& look, const SourceTree& tree, const SourceLimits& limits,
                                const VerifyOptions& options) {
  Loop loop;
  const auto resolver = make_ares_resolver(loop);
  const TrustStore trust;
  RequestLog log;
  loop.spawn([&] {
    GuardedClientOptions guarded;
    // A host the user named for a provider is one he lifts the guard for.
    std::vector<std::string> hosts;
    for (const auto& [provider, origin] : options.addresses) {
      if (auto url = parse_url(origin); url.ok()) hosts.push_back(url->host);
    }
    guarded.policy = AddressPolicy(hosts);
    guarded.offer_old_tls = false;
    GuardedClient client(loop, *resolver, trust, log, std::move(guarded));
    verify_secrets(look, tree, limits, client, options);
  });
  loop.run();
  return log.to_json();
}

}  // namespace mcpjury
