#include "serve/origin.h"

#include <algorithm>

#include "base/ascii.h"
#include "net/address_policy.h"

namespace mcpjury {
namespace {

// "[::1]:80" -> "::1", "a.example:80" -> "a.example".
std::string host_name(std::string_view authority) {
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    return end == std::string_view::npos ? std::string() : std::string(authority.substr(1, end - 1));
  }
  return ascii::lowered(authority.substr(0, authority.find(':')));
}

}  // namespace

OwnNames::OwnNames(std::vector<std::string> hosts) : hosts_(std::move(hosts)) {
  for (std::string& host : hosts_) host = ascii::lowered(host);
}

bool OwnNames::configured(std::string_view name) const {
  return std::find(hosts_.begin(), hosts_.end(), name) != hosts_.end();
}

bool OwnNames::host_ok(std::string_view host) const {
  const std::string name = host_name(host);
  return !name.empty() && (name == "localhost" || parse_ip(name).has_value() || configured(name));
}

bool OwnNames::origin_ok(const HttpdRequest& request) const {
  const std::string_view origin = request.header("origin");
  if (origin.empty()) {
    // Browsers say it of every request; a form of another site has no other mark without an Origin.
    const std::string_view site = request.header("sec-fetch-site");
    return request.method == "GET" || request.method == "HEAD" ||
           (site != "cross-site" && site != "same-site");
  }
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string_view authority = origin.substr(scheme + 3);
  return ascii::equal_ignoring_case(authority, request.header("host")) || configured(host_name(authority));
}

std::string client_address(const HttpdRequest& request, const std::vector<std::string>& trusted_proxies) {
  const auto trusted = [&](std::string_view address) {
    return std::find(trusted_proxies.begin(), trusted_proxies.end(), address) != trusted_proxies.end();
  };
  std::string address = request.peer;
  std::string_view list = request.header("x-forwarded-for");
  // From the nearest on: whatever stands before an address that is not trusted may be invented.
  while (trusted(address) && !list.empty()) {
    const std::size_t comma = list.rfind(',');
    const std::string_view last =
        ascii::trimmed(comma == std::string_view::npos ? list : list.substr(comma + 1));
    if (!parse_ip(last)) break;
    address = last;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(0, comma);
  }
  return address;
}

}  // namespace mcpjury
