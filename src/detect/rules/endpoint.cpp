// What the address of the server alone says: its host, and what stands in the URL besides.
#include <fmt/format.h>

#include "detect/rules/facet_help.h"
#include "detect/uri_facts.h"
#include "detect/url_parts.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

void check_public(const TransportView& seen, const FacetReporter& report) {
  static const std::uint16_t kPrivate = detector_index("non-public-host");
  if (const HostKind kind = host_kind(seen.host); kind != HostKind::kPublic)
    return report.add(kPrivate, "/host", seen.host, name_of(kind));
  const JsonArray* addresses = find_array(*seen.data, "addresses");
  for (std::size_t i = 0; addresses != nullptr && i < addresses->size(); ++i) {
    const JsonObject* entry = (*addresses)[i].if_object();
    if (entry == nullptr) continue;
    const std::string_view address = find_string(*entry, "address");
    const HostKind kind = host_kind(address);
    if (!is_address(address) || kind == HostKind::kPublic) continue;
    return report.add(kPrivate, fmt::format("/addresses/{}", i), address, name_of(kind));
  }
}

std::string_view tunnel_suffix(std::string_view host) {
  for (const std::string_view suffix : catalog().tunnel_suffixes) {
    const bool longer = host.size() > suffix.size() && host[host.size() - suffix.size() - 1] == '.';
    if (longer && equal_ignore_case(host.substr(host.size() - suffix.size()), suffix)) return suffix;
  }
  return {};
}

void check_host(const TransportView& seen, const FacetReporter& report) {
  if (is_address(seen.host) || find_flag(*seen.data, "host_is_ip_literal").value_or(false)) {
    static const std::uint16_t kLiteral = detector_index("address-instead-of-name");
    const bool local = host_kind(seen.host) != HostKind::kPublic;
    report.add(kLiteral, "/host", seen.host, {}, local ? Confidence::kLow : Confidence::kHigh);
  }
  std::string_view suffix = find_string(*seen.data, "tunnel_suffix");
  if (suffix.empty()) suffix = tunnel_suffix(seen.host);
  if (!suffix.empty()) {
    static const std::uint16_t kTunnel = detector_index("tunnel-host");
    report.add(kTunnel, "/host", seen.host, suffix);
  }
}

// The observer writes which credentials were there; the URL as shown still has the keys, where it did not.
void check_credentials(const TransportView& seen, const FacetReporter& report) {
  static const std::uint16_t kCredentials = detector_index("credentials-in-url");
  std::string which;
  const auto name = [&](std::string_view what) {
    if (which.size() < 200) which += (which.empty() ? "" : ", ") + std::string(what.substr(0, 60));
  };
  if (const JsonArray* listed = find_array(*seen.data, "url_credentials")) {
    for (const Json& item : *listed) {
      const std::string_view what = item.is_string() ? view(item.get_string()) : std::string_view();
      const bool query = what.starts_with("query:");
      if (what == "userinfo" || (query && secret_query_key(what.substr(6))))
        name(query ? what.substr(6) : what);
    }
    if (!which.empty()) report.add(kCredentials, "/url_credentials", {}, which);
    return;
  }
  const UrlParts parts = url_parts(seen.url);
  if (!parts.userinfo.empty()) name("userinfo");
  for_each_query_key(parts.query, [&](std::string_view key) {
    if (secret_query_key(key)) name(key);
  });
  if (!which.empty()) report.add(kCredentials, "/url", {}, which);
}

void check_session(const TransportView& seen, const FacetReporter& report) {
  static const std::uint16_t kSession = detector_index("session-in-url");
  if (find_flag(*seen.data, "session_in_url").value_or(false))
    return report.add(kSession, "/session_in_url", {});
  const UrlParts parts = url_parts(seen.final_url.empty() ? seen.url : seen.final_url);
  bool found = false;
  for_each_query_key(parts.query, [&](std::string_view key) { found = found || session_query_key(key); });
  // Servlet containers put it behind a semicolon of the path.
  const std::size_t parameter = parts.path.find(';');
  if (parameter != std::string_view::npos) {
    for_each_query_key(parts.path.substr(parameter + 1),
                       [&](std::string_view key) { found = found || session_query_key(key); });
  }
  if (found) report.add(kSession, seen.final_url.empty() ? "/url" : "/final_url", {});
}

}  // namespace

void detect_endpoint(const DetectInput& input, FindingSink& sink) {
  const TransportView seen = transport_view(input.evidence);
  if (seen.data == nullptr || seen.host.empty()) return;
  const FacetReporter report(input, sink, Facet::kTransport);
  check_public(seen, report);
  check_host(seen, report);
  check_credentials(seen, report);
  check_session(seen, report);
}

}  // namespace mcpjury
