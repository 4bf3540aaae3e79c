// Lays out prose for 80 columns. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcpjury {

inline constexpr std::size_t kColumns = 80;

// Words of `text` behind `first` on the first line and `indent` blanks on the others; ends with a line
// break. A word longer than the line stands alone. Width is counted in code points.
void append_wrapped(std::string& out, std::string_view text, std::string_view first, std::size_t indent);
// The same below a heading.
void append_section(std::string& out, std::string_view heading, std::string_view text);

}  // namespace mcpjury
