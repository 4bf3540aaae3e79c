// Base64 of RFC 4648 section 4, with padding. Pure.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

std::string base64_encode(std::string_view bytes);

}  // namespace mcpjury
