// Base64 of RFC 4648 section 4, with padding. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

std::string base64_encode(std::string_view bytes);
// Nothing when another character than those of the alphabet is in it; padding is optional. kBoth also takes
// "-" and "_" of the alphabet of section 5, as tokens have it.
enum class Base64Alphabet { kStandard, kBoth };
std::optional<std::string> base64_decode(std::string_view text,
                                         Base64Alphabet alphabet = Base64Alphabet::kStandard);

}  // namespace mcpjury
