// Private to base: the members that occur more than once in an object, with their places.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

// The text must have been accepted by parse_json(). Document order; every occurrence after the first.
// Keys are gathered for open objects only and compared by sorting, so that chosen keys cannot slow it.
std::vector<DuplicateKey> find_duplicate_keys(std::string_view text, std::size_t max_count,
                                              std::size_t max_pointer_bytes);

}  // namespace mcpjury
