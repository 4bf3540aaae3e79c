// Our own credentials in what a server says: a hostile one repeats them, and the record must not.
//
// Pure. Values shorter than kShortestEcho are left alone: replacing "1" everywhere would spoil the record.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "observe/remote/secret.h"

namespace mcpjury {

inline constexpr std::size_t kShortestEcho = 8;
inline constexpr std::string_view kEchoMark = "[credential]";

std::string without_echo(std::string_view text, const std::vector<Secret>& secrets);
// Every string and every member name.
void remove_echo(Json& value, const std::vector<Secret>& secrets);
// A header's value, and the part after its scheme ("Bearer abc": both are searched for). Under a name that
// speaks of no secret ("X-Tenant: acme") only a long value counts as one.
void add_header_secret(std::string_view name, std::string_view value, std::vector<Secret>& secrets);

}  // namespace mcpjury
