// Rows and columns of the packed lists of the catalogue. No copies. Private to feeds.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace mcpjury {

// Calls `use` with the columns of each row.
template <std::size_t Columns, class Use>
void for_each_row(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::array<std::string_view, Columns> columns;
    for (std::string_view& column : columns) {
      const std::size_t tab = std::min(row.find('\t'), row.size());
      column = row.substr(0, tab);
      row.remove_prefix(std::min(tab + 1, row.size()));
    }
    use(columns);
  }
}

template <class Use>
void for_each_word(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace mcpjury
