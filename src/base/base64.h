// Base64 of RFC 4648 section 4, with padding. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

std::string base64_encode(std::string_view bytes);
// Nothing when another character than those of the alphabet is in it; padding is optional.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace mcpjury
