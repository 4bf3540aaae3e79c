#include "observe/source/tree_help.h"

#include <algorithm>
#include <vector>

namespace mcpjury {

std::string_view file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

bool has_file(const SourceTree& tree, std::string_view path) {
  const auto place =
      std::lower_bound(tree.files.begin(), tree.files.end(), path,
                       [](const SourceFile& file, std::string_view key) { return file.path < key; });
  return place != tree.files.end() && place->path == path;
}

std::optional<std::string> joined_path(std::string_view folder, std::string_view relative) {
  if (relative.starts_with("/")) return std::nullopt;
  const std::string whole = std::string(folder) + std::string(relative);
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= whole.size();) {
    const std::size_t slash = std::min(whole.find('/', begin), whole.size());
    const std::string_view part = std::string_view(whole).substr(begin, slash - begin);
    begin = slash + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string out;
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '/';
    out += part;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

bool is_binary(std::string_view text) {
  constexpr std::size_t kLookForText = 8192;
  return text.substr(0, kLookForText).find('\0') != std::string_view::npos;
}

}  // namespace mcpjury
