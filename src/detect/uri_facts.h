// Where an address points, from its text alone: nothing is resolved or opened.
//
// For URIs a server lists or names in its texts. IPv4 is understood in all spellings that resolvers
// accept (dotted, octal, hexadecimal, one number). Pure; thread safe; no allocation.
#pragma once

#include <string_view>

namespace mcpjury {

struct UriParts {
  std::string_view scheme;  // as written, without the colon; empty when there is none
  std::string_view host;    // without user, port and brackets; empty when there is no authority
};
UriParts split_uri(std::string_view uri);

enum class HostKind {
  kPublic,    // a name or address that is none of the others
  kMetadata,  // the service a cloud machine reads its credentials from
  kLoopback,
  kPrivate,  // RFC 1918, RFC 6598, the unspecified address
  kLinkLocal,
  kUniqueLocal,    // RFC 4193
  kPrivateSuffix,  // .local .internal .intranet .lan .home.arpa, and names without a dot
};
HostKind host_kind(std::string_view host);
const char* name_of(HostKind kind);
// Whether the host is an address in any spelling, not a name.
bool is_address(std::string_view host);

bool equal_ignore_case(std::string_view a, std::string_view b);

}  // namespace mcpjury
