// The text of one member of a JSON object as it stood: ids of batch lines come back unchanged, 1.0 as
// 1.0 and escapes as escapes, which a parsed value can no longer give. Pure, linear, total.
#pragma once

#include <string_view>

namespace mcpjury {

// A view into `text`; empty when there is no such member. On text that is no JSON it may give anything
// that stands in it: check before use.
std::string_view raw_member(std::string_view text, std::string_view key);

}  // namespace mcpjury
