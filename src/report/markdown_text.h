// Private to report: text of a server inside a comment on a pull request.
//
// Besides what Markdown itself gives a meaning to, such a comment turns names after "@", numbers after "#"
// and addresses into links and notices after it was rendered, so escaping the sign is not enough.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

// Inline text without line breaks; an empty HTML comment parts "@", "#", "://" and "www." from what follows.
std::string markdown_text(std::string_view text);
// A code span that no run of backticks inside ends. Not for table cells.
std::string markdown_code(std::string_view text);

}  // namespace mcpjury
