// Shannon entropy as gitleaks computes it: characters are counted, the length is taken in bytes. Pure.
#pragma once

#include <string_view>

namespace mcpjury {

double shannon_entropy(std::string_view text);

}  // namespace mcpjury
