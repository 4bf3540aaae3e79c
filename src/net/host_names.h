// Private to net: names and ports that no public MCP server has.
//
// Pure; thread safe. Names are given in lower case, as Url::host; a dot at their end is passed over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mcpjury {

std::string_view without_last_dot(std::string_view host);

bool is_metadata_name(std::string_view host);

// "suffix .local", "a name without a dot"; empty when the name may be public.
std::string private_name_reason(std::string_view host);

// "port 6379 (Redis)"; empty when a server of ours may listen there.
std::string port_reason(std::uint16_t port);

}  // namespace mcpjury
