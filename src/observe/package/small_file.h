// Configuration files of other programs: small, read whole. Private to this folder.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace mcpjury {

inline constexpr std::size_t kSmallFile = 256u << 10;

inline std::string read_small_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kSmallFile, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

// Without blanks and quotes around it.
inline std::string_view trimmed_line(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace mcpjury
