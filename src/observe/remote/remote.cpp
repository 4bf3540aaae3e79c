#include "observe/remote/remote.h"

#include <algorithm>

#include "observe/remote/observe_with.h"
#include "observe/remote/outcome.h"
#include "observe/remote/transport_look.h"

namespace mcpjury {
namespace {

RemoteOutcome not_reached(const RemoteOptions& options, const std::string& shown, std::string ended,
                          const std::string& detail) {
  RemoteOutcome outcome;
  outcome.evidence.target = {TargetKind::kRemote, shown, shown};
  outcome.evidence.observed_at = options.observed_at;
  outcome.message = outcome_message(ended, detail, shown);
  for (const Facet facet :
       {Facet::kDefinition, Facet::kProtocol, Facet::kTransport, Facet::kTls, Facet::kAuth}) {
    outcome.evidence.facet(facet).state = FacetState::kCouldNotSee;
    outcome.evidence.facet(facet).reason = ended;
  }
  outcome.ended = std::move(ended);
  return outcome;
}

}  // namespace

RemoteOutcome observe_remote(Loop& loop, Resolver& resolver, const TrustStore& trust,
                             const RemoteOptions& options) {
  auto url = parse_url(options.url);
  if (!url) {
    return not_reached(options, shown_url(options.url),
                       ended_as(HttpFailure::kRefused, name_of(refused_url(url.error()).why), false),
                       url.error().message);
  }
  std::vector<std::string> allowed = options.allowed_hosts;
  if (options.allow_private) allowed.push_back(url->host);
  const AddressPolicy policy(std::move(allowed));
  if (auto refused = policy.check(*url)) {
    return not_reached(options, shown_url(*url),
                       ended_as(HttpFailure::kRefused, name_of(refused->why), false), refused->detail);
  }
  if (!options.credential.empty() && url->scheme != "https" && !policy.lifted_for(url->host)) {
    return not_reached(options, shown_url(*url), "refused:scheme",
                       "a credential is not sent over plain http");
  }
  RequestLog log;
  GuardedClientOptions client_options;
  client_options.policy = policy;
  client_options.deadline = Loop::now() + options.total;
  client_options.user_agent = "mcpjury/" + options.client_version;
  GuardedClient client(loop, resolver, trust, log, std::move(client_options));
  return observe_with(client, policy, log, *url, options);
}

}  // namespace mcpjury
