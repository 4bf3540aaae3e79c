// Text in little room: deflated, then base64, so that both engines keep it in a text column. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace mcpjury {

std::string pack_text(std::string_view text);
// kLimit beyond `limit` bytes: a store may have been written by others. kUnreadable when it is damaged.
Result<std::string> unpack_text(std::string_view packed, std::size_t limit = 512u << 20);

}  // namespace mcpjury
