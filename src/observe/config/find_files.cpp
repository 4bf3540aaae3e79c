#include "observe/config/find_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 50'000;
constexpr std::size_t kMaxFiles = 2'000;
constexpr int kMaxFolders = 10;

// At most one "*".
bool name_matches(std::string_view name, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return name == pattern;
  const std::string_view head = pattern.substr(0, star), tail = pattern.substr(star + 1);
  return name.size() >= head.size() + tail.size() && name.starts_with(head) && name.ends_with(tail);
}

class Walk {
 public:
  explicit Walk(FoundFiles& out) : out_(out) {}

  // `parts` of the pattern that are left, below `folder`.
  void find(const std::string& folder, const std::vector<std::string>& parts, std::size_t next, int depth) {
    if (next == parts.size()) return found(folder);
    if (parts[next].find('*') == std::string::npos)
      return find(folder + "/" + parts[next], parts, next + 1, depth);
    const bool any_depth = parts[next] == "**";
    if (any_depth) find_named(folder, parts, next + 1);
    std::error_code failed;
    for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, failed), end;
         !failed && it != end; it.increment(failed)) {
      if (++entries_ > kMaxEntries) {
        out_.truncated = true;
        return;
      }
      const std::string name = it->path().filename().string();
      std::error_code ignored;
      if (any_depth) {
        const bool inside = it->symlink_status(ignored).type() == fs::file_type::directory;
        if (inside && name != "node_modules" && name != ".git" && depth < kMaxFolders)
          find(folder + "/" + name, parts, next, depth + 1);
      } else if (name_matches(name, parts[next])) {
        find(folder + "/" + name, parts, next + 1, depth);
      }
    }
  }

 private:
  // What stands behind "**" is a plain path: one look instead of a list of the folder.
  void find_named(const std::string& folder, const std::vector<std::string>& parts, std::size_t next) {
    std::string path = folder;
    for (std::size_t i = next; i < parts.size(); ++i) path += "/" + parts[i];
    std::error_code ignored;
    if (fs::symlink_status(path, ignored).type() != fs::file_type::not_found && !ignored) found(path);
  }
  void found(const std::string& path) {
    if (out_.files.size() == kMaxFiles) {
      out_.truncated = true;
    } else {
      out_.files.push_back(path);
    }
  }

  FoundFiles& out_;
  std::size_t entries_ = 0;
};

}  // namespace

FoundFiles files_matching(const std::string& pattern) {
  FoundFiles out;
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) {
    out.files.push_back(pattern);
    return out;
  }
  const std::size_t slash = pattern.rfind('/', star);
  const std::string folder = slash == std::string::npos ? "." : pattern.substr(0, slash);
  std::vector<std::string> parts;
  for (std::size_t at = slash == std::string::npos ? 0 : slash + 1; at <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', at), pattern.size());
    parts.push_back(pattern.substr(at, end - at));
    at = end + 1;
  }
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return out;
  Walk(out).find(folder, parts, 0, 0);
  std::sort(out.files.begin(), out.files.end());
  out.files.erase(std::unique(out.files.begin(), out.files.end()), out.files.end());
  return out;
}

}  // namespace mcpjury
