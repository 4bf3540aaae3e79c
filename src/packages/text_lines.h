// Private to packages: the lines of a text, counted, without their ends. No copies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace mcpjury {

inline std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\f\v");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n\f\v") + 1 - begin);
}

// The first word, which is taken away from `text`.
inline std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trim(text.substr(end));
  return word;
}

inline std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return quoted ? text.substr(1, text.size() - 2) : text;
}

class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  // False at the end.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  std::uint32_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
};

}  // namespace mcpjury
