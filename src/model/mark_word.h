// The one word that a directory, a feed and a badge say of a scan, from the marks that a store keeps of it.
// Pure.
#pragma once

#include <array>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

inline constexpr std::array<std::string_view, 4> kMarkWords = {"unknown", "allow", "caution", "stop"};

// The strictest word of the marks; numbers are never averaged. Marks of no known methodology say nothing.
std::string_view word_of_marks(const Json& marks);

}  // namespace mcpjury
