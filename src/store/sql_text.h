// Texts on their way into SQL. Pure; for the store and what else keeps rows in its engines.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

// 32 hexadecimal digits nobody else has.
std::string new_uid();
// PostgreSQL keeps no NUL in a text; a name that has one is hostile, and shows U+FFFD instead.
std::string without_nul(std::string_view text);

}  // namespace mcpjury
