// What the first requests showed of the way to the server: scheme, headers, bounds, redirects, probes.
#include <fmt/format.h>

#include "detect/rules/facet_help.h"
#include "detect/uri_facts.h"
#include "detect/url_parts.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

constexpr std::int64_t kLeastMaxAge = 86400;

void check_scheme(const TransportView& seen, const FacetReporter& report) {
  if (equal_ignore_case(seen.scheme, "http")) {
    static const std::uint16_t kPlain = detector_index("plain-http-endpoint");
    report.add(kPlain, "/scheme", seen.url);
  }
  if (equal_ignore_case(seen.scheme, "https") && seen.hsts &&
      (!*seen.hsts || seen.hsts_max_age < kLeastMaxAge)) {
    static const std::uint16_t kHsts = detector_index("missing-hsts");
    report.add(kHsts, "/hsts", {},
               *seen.hsts ? fmt::format("max-age is {}, at least 86400 is asked for", seen.hsts_max_age)
                          : std::string("the header is not sent"));
  }
}

void check_bounds(const TransportView& seen, const FacetReporter& report) {
  static const std::uint16_t kSize = detector_index("oversized-response");
  static const std::uint16_t kRedirects = detector_index("too-many-redirects");
  static const std::uint16_t kTime = detector_index("request-timed-out");
  if (seen.size_bound) report.add(kSize, "/limits_met", {});
  if (seen.redirect_bound) report.add(kRedirects, "/redirects", {});
  if (seen.time_bound) report.add(kTime, "/limits_met", {});
}

void check_redirects(const TransportView& seen, const FacetReporter& report) {
  const JsonArray* hops = find_array(*seen.data, "redirects");
  std::string_view last = seen.final_url;
  for (std::size_t i = 0; hops != nullptr && i < hops->size(); ++i) {
    const JsonObject* hop = (*hops)[i].if_object();
    if (hop == nullptr) continue;
    const std::string_view from = find_string(*hop, "from"), to = find_string(*hop, "to");
    if (seen.final_url.empty()) last = to;
    if (!equal_ignore_case(url_parts(from).scheme, "https") ||
        !equal_ignore_case(url_parts(to).scheme, "http"))
      continue;
    static const std::uint16_t kDowngrade = detector_index("tls-downgrade-redirect");
    report.add(kDowngrade, fmt::format("/redirects/{}", i), to);
  }
  const std::string_view first = url_parts(seen.url).host, final = url_parts(last).host;
  if (first.empty() || final.empty() || equal_ignore_case(site_of(first), site_of(final))) return;
  static const std::uint16_t kCrossSite = detector_index("cross-site-redirect");
  report.add(kCrossSite, seen.final_url.empty() ? "/redirects" : "/final_url", last,
             fmt::format("{} to {}", first, final));
}

void check_repeat(const TransportView& seen, const FacetReporter& report) {
  if (!find_flag(*seen.data, "repeat_differs").value_or(false)) return;
  static const std::uint16_t kUnstable = detector_index("unstable-tool-list");
  report.add(kUnstable, "/repeat_differs", {});
}

void check_probes(const TransportView& seen, const FacetReporter& report) {
  if (seen.origin == ProbeOutcome::kFail) {
    static const std::uint16_t kOrigin = detector_index("origin-not-validated");
    const JsonObject* probe = find_object(*seen.data, "origin_probe");
    report.add(kOrigin, "/origin_probe", find_string(*probe, "origin"),
               fmt::format("{}", find_number(*probe, "status").value_or(200)));
  }
  if (seen.foreign_host == ProbeOutcome::kFail) {
    static const std::uint16_t kHost = detector_index("foreign-host-accepted");
    report.add(kHost, "/host_probe", find_string(*find_object(*seen.data, "host_probe"), "host"));
  }
  const JsonObject* cors = find_object(*seen.data, "cors");
  if (cors == nullptr || !find_flag(*cors, "allow_credentials").value_or(false)) return;
  const bool reflects = find_flag(*cors, "reflects_origin").value_or(false);
  const std::string_view allowed = find_string(*cors, "allow_origin");
  if (!reflects && allowed != "*") return;
  static const std::uint16_t kCors = detector_index("credentialed-open-cors");
  // Browsers refuse a star together with credentials: careless, but no way in.
  report.add(kCors, "/cors", allowed, {}, reflects ? Confidence::kHigh : Confidence::kLow);
}

}  // namespace

void detect_transport(const DetectInput& input, FindingSink& sink) {
  const TransportView seen = transport_view(input.evidence);
  if (seen.data == nullptr) return;
  const FacetReporter report(input, sink, Facet::kTransport);
  check_scheme(seen, report);
  check_bounds(seen, report);
  check_redirects(seen, report);
  check_repeat(seen, report);
  check_probes(seen, report);
}

}  // namespace mcpjury
