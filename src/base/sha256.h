// SHA-256 as lower-case hex.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

std::string sha256_hex(std::string_view bytes);

}  // namespace mcpjury
