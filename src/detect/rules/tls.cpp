// The certificate and the version of the connection. Days are counted from observed_at, not from a clock.
#include <fmt/format.h>

#include "detect/rules/facet_help.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kSoon = 14 * kDay;

// Why the handshake does not count as one; empty when it does.
std::string failure_of(const TlsView& seen) {
  if (!seen.handshake_error.empty()) return std::string(seen.handshake_error);
  if (seen.chain_valid == false) {
    return seen.chain_error.empty() ? std::string("the chain is not trusted") : std::string(seen.chain_error);
  }
  if (seen.host_matches == false) return "the certificate is for another name";
  if (seen.seconds_left && *seen.seconds_left < 0) return "the certificate has expired";
  if (seen.seconds_valid && *seen.seconds_valid < 0) return "the certificate is not valid yet";
  return {};
}

bool modern(std::string_view version) {
  // "TLSv1.3", "TLS 1.3", "1.3": the library decides how it writes it.
  return version.ends_with("1.2") || version.ends_with("1.3");
}

}  // namespace

void detect_tls(const DetectInput& input, FindingSink& sink) {
  const TlsView seen = tls_view(input.evidence);
  if (seen.data == nullptr) return;
  const FacetReporter report(input, sink, Facet::kTls);
  if (const std::string failure = failure_of(seen); !failure.empty()) {
    static const std::uint16_t kFailed = detector_index("tls-handshake-failed");
    report.add(kFailed, seen.handshake_error.empty() ? "/chain_error" : "/handshake_error", {}, failure);
  }
  if (!seen.version.empty() && !modern(seen.version)) {
    static const std::uint16_t kOld = detector_index("outdated-tls-version");
    report.add(kOld, "/version", seen.version);
  }
  if (seen.seconds_left && *seen.seconds_left < kSoon) {
    static const std::uint16_t kExpires = detector_index("certificate-expires-soon");
    const std::int64_t days = *seen.seconds_left / kDay;
    report.add(kExpires, "/not_after", find_string(*seen.data, "not_after"),
               *seen.seconds_left < 0 ? std::string("has expired") : fmt::format("expires in {} days", days));
  }
}

}  // namespace mcpjury
