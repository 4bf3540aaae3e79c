// One URL, parsed once. The raw text is kept beside the parts, because `resource` and `issuer` of OAuth
// metadata are compared byte for byte, and because what is dialled must be what was checked.
//
// A value. Pure. Length is bounded by kMaxUrlLength; anything a lenient parser would repair (odd number
// forms of addresses, controls, backslashes, missing slashes) is refused with a reason.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mcpjury {

inline constexpr std::size_t kMaxUrlLength = 2048;

struct Url {
  std::string raw;     // as given
  std::string scheme;  // lower case
  bool has_userinfo = false;
  std::string host;  // lower case, IDNA in its ASCII form, IPv6 without brackets or zone
  bool is_ipv4 = false;
  bool is_ipv6 = false;
  std::uint16_t port = 0;     // effective: 80 or 443 when not written
  bool port_written = false;  // and not the default of the scheme
  std::string path;           // as written; empty when there is none
  std::string query;          // without "?"
  bool has_query = false;
  bool has_fragment = false;

  std::string authority() const;  // host[:port], IPv6 in brackets, port only when it is not the default
  std::string origin() const;     // scheme://authority
  std::string dial() const;       // what is sent to the wire: origin, path ("/" when empty), query
  bool same_origin(const Url& other) const;
};

// How the message of parse_url begins when the host is an address in octal, hex, one number, fewer than four
// parts, digits of another script, or behind escapes. See refused_url() in address_policy.h.
inline constexpr std::string_view kOddNumberForm = "odd number form of an address";

// http and https only; kUnknownScheme for other schemes, kUsage for text that is no URL. Messages never hold
// more of the text than an odd host.
Result<Url> parse_url(std::string_view text);
// A reference (Location header, SSE endpoint event, relative link) against the URL it came from, RFC 3986
// section 5.
Result<Url> resolve_url(const Url& base, std::string_view reference);
// The raw text with userinfo and the values of secret-looking query keys replaced; safe to store and show.
std::string shown_url(const Url& url);
// The same for text that may be no URL at all (a Location that was refused); cut at kMaxUrlLength.
std::string shown_url(std::string_view raw);

}  // namespace mcpjury
