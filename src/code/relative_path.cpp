#include "code/relative_path.h"

namespace mcpjury {

std::string parent_folder(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

std::optional<std::string> resolved_path(std::string folder, std::string_view relative) {
  std::size_t from = 0;
  while (from <= relative.size()) {
    std::size_t slash = relative.find('/', from);
    if (slash == std::string_view::npos) slash = relative.size();
    const std::string_view part = relative.substr(from, slash - from);
    from = slash + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (folder.empty()) return std::nullopt;
      folder = parent_folder(folder);
      continue;
    }
    if (!folder.empty()) folder += '/';
    folder += part;
  }
  return folder;
}

}  // namespace mcpjury
