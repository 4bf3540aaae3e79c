// What the terminal and the environment say about how text may look.
#pragma once

#include <string_view>

namespace mcpjury {

// `when` is auto, always or never; auto obeys NO_COLOR, CLICOLOR_FORCE, TERM=dumb and whether stdout
// is a terminal.
bool use_color(std::string_view when);
// The locale of the environment says UTF-8.
bool locale_is_utf8();

}  // namespace mcpjury
