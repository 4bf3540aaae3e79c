#include "observe/local/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <map>
#include <string>
#include <string_view>

#include "observe/local/owned_fd.h"

namespace mcpjury {
namespace {

// The parent stands behind the name, which is in parentheses and may hold anything, also parentheses.
pid_t parent_of(const char* number) {
  const OwnedFd file(open((std::string("/proc/") + number + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  char bytes[512];
  const ssize_t size = file.open() ? read(file.get(), bytes, sizeof bytes) : -1;
  if (size <= 0) return 0;
  const std::string_view text(bytes, static_cast<std::size_t>(size));
  const std::size_t close = text.rfind(") ");
  if (close == std::string_view::npos || close + 4 >= text.size()) return 0;
  pid_t parent = 0;
  std::from_chars(text.data() + close + 4, text.data() + text.size(), parent);
  return parent;
}

}  // namespace

std::vector<pid_t> descendants_of(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return {};
  while (const dirent* entry = readdir(folder)) {
    pid_t number = 0;
    const std::string_view name(entry->d_name);
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (code != std::errc{} || end != name.data() + name.size()) continue;
    children.emplace(parent_of(entry->d_name), number);
  }
  closedir(folder);
  std::vector<pid_t> found{root};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [begin, end] = children.equal_range(found[i]);
    for (auto one = begin; one != end; ++one) found.push_back(one->second);
  }
  found.erase(found.begin());
  return found;
}

}  // namespace mcpjury
