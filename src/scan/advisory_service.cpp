#include "scan/advisory_service.h"

#include "feeds/update/osv_api.h"
#include "net/guarded_client.h"
#include "net/resolver.h"

namespace mcpjury {
namespace {

OnlineAnswers not_asked(std::string why) {
  OnlineAnswers out;
  out.failures.push_back("the advisory service was not asked: " + std::move(why));
  return out;
}

}  // namespace

OnlineAnswers ask_advisory_service(const AdvisoryService& service, const std::vector<PackageQuery>& packages,
                                   const std::string& now, JsonArray& request_log) {
  std::string base = service.address;
  while (base.ends_with('/')) base.pop_back();
  const auto url = parse_url(base);
  if (!url) return not_asked("MCPJURY_OSV_API is no URL");
  if (url->scheme != "https" && !service.allow_private)
    return not_asked("https only; --allow-private lifts this for the host");
  OnlineAnswers out;
  Loop loop;
  const TrustStore trust;
  const auto resolver = make_ares_resolver(loop, service.resolver);
  RequestLog log;
  loop.spawn([&] {
    GuardedClientOptions options;
    if (service.allow_private) options.policy = AddressPolicy({url->host});
    options.deadline = Loop::now() + Milliseconds(static_cast<std::int64_t>(service.timeout_seconds * 1000));
    options.offer_old_tls = false;
    GuardedClient client(loop, *resolver, trust, log, std::move(options));
    out = ask_osv(client, base, packages, now);
  });
  loop.run();
  for (Json& entry : log.to_json()) request_log.push_back(std::move(entry));
  return out;
}

}  // namespace mcpjury
