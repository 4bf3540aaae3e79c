// Private to net: the host of a URL. What comes out is what is checked, looked up, dialled and sent, in one
// spelling; a host that could be read in two ways is refused.
//
// Pure; thread safe.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

struct UrlHost {
  std::string text;  // as Url::host
  bool is_ipv4 = false;
  bool is_ipv6 = false;
  std::string fault;        // why it is refused; empty when it is not
  bool odd_number = false;  // an address in a form that only some parsers read as one
};

// `text` as it stands in the authority, IPv6 in brackets.
UrlHost read_host(std::string_view text);

// The last label is a number (decimal, or hex behind 0x), as the URL Standard's "ends in a number" says. No
// top-level domain is one, so the host is either an address of four parts or a trick.
bool ends_in_number(std::string_view host);

}  // namespace mcpjury
