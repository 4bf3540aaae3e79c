// Keys by which names a slip of the pen apart find each other in an ordinary index: two strings that are one
// edit apart share a string that is left when one byte is taken out of either (symmetric deletion). Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

// Shorter names are near each other by chance; longer ones are not indexed beyond their beginning.
inline constexpr std::size_t kShortestNearKey = 5;
inline constexpr std::size_t kLongestNearKey = 64;
inline constexpr std::size_t kLongestHostLabel = 24;  // of which all pairs of letters are taken out

// A tool name in lower case without separators, cut at kLongestNearKey; empty when it is too short.
std::string near_key(std::string_view tool);

// Hashes of the text and of all that is left of it when up to `deletions` (1 or 2) bytes are taken out;
// sorted, each once, 48 bits wide: small enough that both engines keep them in little room. Linear in the
// number of results.
std::vector<std::int64_t> deletion_prints(std::string_view text, int deletions);

// Insertions, deletions, exchanges and swaps of neighbours; limit + 1 when there are more.
std::size_t edits_between(std::string_view left, std::string_view right, std::size_t limit);

}  // namespace mcpjury
