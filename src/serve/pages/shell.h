// Private to the pages: the frame that all of them have.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

// `title` is plain text; `main_html` is markup, already escaped.
std::string page_document(std::string_view title, std::string_view main_html);

}  // namespace mcpjury
