#include "net/address_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "net/host_names.h"
#include "net/special_ranges.h"
#include "net/url_text.h"

namespace mcpjury {
namespace {

std::string_view own_class(const IpAddress& address) {
  for (const SpecialRange& range : special_ranges()) {
    if (range.holds(address)) return range.kind;
  }
  if (!address.v6) return "public";
  // Global unicast is 2000::/3 (RFC 4291 section 2.4, the IANA allocation); beyond it only the well-known
  // NAT64 prefix is reachable.
  constexpr std::array<std::uint8_t, 12> kNat64 = {0, 0x64, 0xFF, 0x9B};
  const bool nat64 = std::equal(kNat64.begin(), kNat64.end(), address.bytes.begin());
  return (address.bytes[0] & 0xE0) == 0x20 || nat64 ? "public" : "reserved";
}

Refused refused_address(const IpAddress& address, std::string_view kind) {
  return {kind == "metadata" ? Refusal::kMetadata : Refusal::kAddress,
          fmt::format("{} is {}", to_string(address), kind)};
}

// The host spelled in one way: no last dot, addresses as to_string writes them.
std::string plain_host(std::string_view host) {
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  if (const auto address = parse_ip(host)) return to_string(*address);
  return ascii::lowered(without_last_dot(host));
}

}  // namespace

std::string_view name_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::kScheme:
      return "scheme";
    case Refusal::kUserinfo:
      return "userinfo";
    case Refusal::kOddNumber:
      return "odd_number";
    case Refusal::kHostName:
      return "host_name";
    case Refusal::kAddress:
      return "address";
    case Refusal::kPort:
      return "port";
    case Refusal::kMetadata:
      return "metadata";
    case Refusal::kUrl:
      return "url";
    case Refusal::kDowngrade:
      return "downgrade";
  }
  return "url";
}

// The embedded address names the danger; where it is harmless the outer range decides.
std::string_view address_class(const IpAddress& address) {
  const std::string_view outer = own_class(address);
  if (outer == "loopback" || outer == "unspecified") return outer;
  if (const auto inner = embedded_ipv4(address)) {
    if (const std::string_view kind = own_class(*inner); kind != "public") return kind;
  }
  return outer;
}

Refused refused_url(const Error& error) {
  if (error.code == ErrorCode::kUnknownScheme) return {Refusal::kScheme, error.message};
  return {error.message.starts_with(kOddNumberForm) ? Refusal::kOddNumber : Refusal::kUrl, error.message};
}

bool AddressPolicy::lifted_for(std::string_view host) const {
  if (allowed_hosts_.empty()) return false;
  const std::string wanted = plain_host(host);
  return std::any_of(allowed_hosts_.begin(), allowed_hosts_.end(), [&](const std::string& allowed) {
    // "*.corp.example": the names below it. Never of an address, whose parts are no names.
    if (allowed.starts_with("*.")) {
      const std::string below = plain_host(std::string_view(allowed).substr(1));
      return below.size() > 1 && wanted.size() > below.size() && wanted.ends_with(below) &&
             !parse_ip(wanted) && wanted.find(':') == std::string::npos;
    }
    return plain_host(allowed) == wanted;
  });
}

std::optional<Refused> AddressPolicy::check(const Url& url) const {
  if (url.scheme != "http" && url.scheme != "https") {
    return Refused{Refusal::kScheme, clip(escape_terminal(url.scheme), 40)};
  }
  if (url.has_userinfo) return Refused{Refusal::kUserinfo, "credentials before the host"};
  // A Url made by hand; no allowed host is empty either.
  if (without_last_dot(url.host).empty()) return Refused{Refusal::kUrl, "no host"};
  if (lifted_for(url.host)) return std::nullopt;
  if (const auto address = parse_ip(url.host)) {
    const std::string_view kind = address_class(*address);
    if (kind != "public") return refused_address(*address, kind);
  } else {
    if (is_metadata_name(url.host)) return Refused{Refusal::kMetadata, url.host};
    if (std::string reason = private_name_reason(url.host); !reason.empty()) {
      return Refused{Refusal::kHostName, std::move(reason)};
    }
  }
  if (std::string reason = port_reason(url.port); !reason.empty()) {
    return Refused{Refusal::kPort, std::move(reason)};
  }
  return std::nullopt;
}

std::optional<Refused> AddressPolicy::check(const Url& url, std::span<const IpAddress> answers) const {
  if (auto refused = check(url)) return refused;
  if (lifted_for(url.host)) return std::nullopt;
  for (const IpAddress& address : answers) {
    if (const std::string_view kind = address_class(address); kind != "public") {
      return refused_address(address, kind);
    }
  }
  return std::nullopt;
}

std::string private_host_reason(const Url& url) {
  if (const auto address = parse_ip(url.host)) {
    const std::string_view kind = address_class(*address);
    return kind == "public" ? std::string() : std::string(kind);
  }
  if (is_metadata_name(url.host)) return "metadata";
  return private_name_reason(url.host);
}

}  // namespace mcpjury
