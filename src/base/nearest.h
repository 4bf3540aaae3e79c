// Names that were probably meant. Pure; for short lists of short names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t most);

}  // namespace mcpjury
