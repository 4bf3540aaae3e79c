// Which addresses a scan may reach. The one table of special-purpose ranges (IANA registries, as facts),
// most specific prefix first; a test compares it with the registry files.
//
// Pure values, thread safe. Embedded IPv4 addresses (mapped, NAT64, 6to4, Teredo) are judged too.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "net/url.h"

namespace mcpjury {

struct IpAddress {
  bool v6 = false;
  std::array<std::uint8_t, 16> bytes{};  // the first four when v4

  bool operator==(const IpAddress&) const = default;
};

// Strict textual forms only: four decimal parts without leading zeros, or RFC 4291. No zone.
std::optional<IpAddress> parse_ip(std::string_view text);
std::string to_string(const IpAddress& address);

// "public", or the name of the range: "loopback", "private", "link_local", "shared", "metadata",
// "documentation", "benchmarking", "multicast", "reserved", "unspecified", "unique_local", "site_local",
// "ietf_protocol", "discard", "translation", …
std::string_view address_class(const IpAddress& address);
inline bool is_public(const IpAddress& address) { return address_class(address) == "public"; }

// Why a URL or an address was refused; in the evidence by name.
enum class Refusal : std::uint8_t {
  kScheme,     // not http or https, or http where https is demanded
  kUserinfo,   // credentials in the URL
  kOddNumber,  // octal, hex, single integer, fewer than four parts
  kHostName,   // localhost and private suffixes
  kAddress,    // a special-purpose address, literal or among the answers
  kPort,       // a port no MCP server uses (mail, SSH, databases …) or 0
  kMetadata,   // a cloud metadata name or address
  kUrl,        // not a URL at all
  kDowngrade,  // https to http with a credential
};
std::string_view name_of(Refusal refusal);

struct Refused {
  Refusal why;
  std::string detail;  // one line, escaped: which address, which suffix
};

// What parse_url or resolve_url refused, in the same terms: kScheme, kOddNumber or kUrl.
Refused refused_url(const Error& error);

// Host names the operator lifted the guard for, on all their ports, discovery on them included; "*.name" for
// every name below one.
class AddressPolicy {
 public:
  AddressPolicy() = default;
  explicit AddressPolicy(std::vector<std::string> allowed_hosts) : allowed_hosts_(std::move(allowed_hosts)) {}

  bool lifted_for(std::string_view host) const;
  // Before any look-up: scheme, userinfo, port, name, literal address. Plain http passes: whether a secret
  // may travel so is the caller's question. For a lifted host only scheme and userinfo count.
  std::optional<Refused> check(const Url& url) const;
  // After the look-up: every answer must be public; one that is not refuses all.
  std::optional<Refused> check(const Url& url, std::span<const IpAddress> answers) const;

 private:
  std::vector<std::string> allowed_hosts_;  // lower case
};

// For endpoint rules: why this host is not a public one ("loopback", "suffix .local" …); empty when it is.
std::string private_host_reason(const Url& url);

}  // namespace mcpjury
