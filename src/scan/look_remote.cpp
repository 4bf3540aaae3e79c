#include "scan/look_remote.h"

#include "catalog/catalog.h"
#include "net/guarded_client.h"
#include "observe/package/npm_registry.h"
#include "observe/remote/remote.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

RemoteOptions remote_options(const std::string& url, const ScanOptions& options, const LiveOptions& live) {
  RemoteOptions out;
  out.url = url;
  out.allow_private = live.allow_private;
  out.allowed_hosts = live.allowed_hosts;
  out.total = total_time(live);
  out.dcr = live.dcr;
  out.active_probe = live.active_probe;
  out.always_discover = live.always_discover;
  out.credential = live.credential;
  out.credential_label = live.credential.empty() ? "none" : "api_key";
  out.observed_at = options.observed_at.empty() ? current_time() : options.observed_at;
  out.limits = options.limits;
  out.client_version = std::string(program_info().version);
  out.forced_protocol_version = live.protocol_version;
  return out;
}

Result<Evidence> taken(RemoteOutcome outcome) {
  if (outcome.anything_to_grade) return without_secrets(std::move(outcome.evidence));
  if (looking_was_stopped())
    return Error{ErrorCode::kNotReached, outcome.evidence.target.display + ": interrupted"};
  const bool refused = outcome.ended.starts_with("refused:");
  return Error{refused ? ErrorCode::kRefused : ErrorCode::kNotReached, std::move(outcome.message)};
}

// What the published allow-list knows the server's own name to belong to; null when nothing.
const KnownServer* allow_listed(const Evidence& evidence) {
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  const JsonObject* server = definition != nullptr ? find_object(*definition, "server") : nullptr;
  if (server == nullptr) return nullptr;
  const std::string_view name = find_string(*server, "name");
  for (const KnownServer& known : catalog().known_servers) {
    if (known.allow_listed && known.name == name && known.ecosystem == "npm") return &known;
  }
  return nullptr;
}

}  // namespace

Milliseconds total_time(const LiveOptions& live) {
  return Milliseconds(static_cast<std::int64_t>(live.timeout_seconds * 1000));
}

void look_up_release(ReleaseLookup& lookup, Evidence& evidence) {
  const KnownServer* known = allow_listed(evidence);
  if (known == nullptr) return;
  FacetRecord& facet = evidence.facet(Facet::kProvenance);
  const auto registry = npm_registry_for(known->package);
  if (!registry) {
    facet = {FacetState::kCouldNotSee, registry.error().message, {}};
    return;
  }
  RequestLog log;
  const LatestRelease release = lookup.npm(*registry, std::string(known->package), log);
  for (Json& entry : log.to_json()) evidence.request_log.push_back(std::move(entry));
  if (release.version.empty()) {
    facet = {FacetState::kCouldNotSee, "the package registry gave no version", {}};
    return;
  }
  const JsonObject& server = *find_object(evidence.facet(Facet::kDefinition).data.get_object(), "server");
  facet = {FacetState::kSeen,
           {},
           JsonObject{{"registry", JsonArray{release.answer}},
                      {"advertised_version", JsonObject{{"name", known->name},
                                                        {"package", known->package},
                                                        {"allow_listed", true},
                                                        {"version", find_string(server, "version")},
                                                        {"latest", release.version}}}}};
}

Result<Evidence> look_at_remote(Loop& loop, Resolver& resolver, const TrustStore& trust,
                                ReleaseLookup* releases, const std::string& url, const ScanOptions& options,
                                const LiveOptions& live) {
  RemoteOutcome outcome = observe_remote(loop, resolver, trust, remote_options(url, options, live));
  if (releases != nullptr) look_up_release(*releases, outcome.evidence);
  return taken(std::move(outcome));
}

}  // namespace mcpjury
