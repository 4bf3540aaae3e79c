// JSON as editors write it: with comments and a comma behind the last entry.
//
// Pure, linear. Nothing else is repaired: what is no JSON after this is refused by parse_json().
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

// The same text with comments and trailing commas turned into blanks: every byte that is left keeps its line
// and column.
std::string without_comments(std::string_view text);

}  // namespace mcpjury
