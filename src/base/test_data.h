// For tests only: the large data folder, which a machine may not have. A test that gets nothing says so
// on its output and returns.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace mcpjury::test {

inline std::filesystem::path data_path(const std::string& relative) {
  const char* folder = std::getenv("MCPJURY_DATA");
  return std::filesystem::path(folder != nullptr ? folder : MCPJURY_SOURCE_DIR "/../shared/data") / relative;
}

inline std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

inline std::optional<std::string> read_data(const std::string& relative) {
  auto text = read_file(data_path(relative));
  if (!text) std::cout << "data absent: " << relative << "\n";
  return text;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace mcpjury::test
