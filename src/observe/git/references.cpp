#include "observe/git/references.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "observe/local/owned_fd.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxPacked = 32u << 20;
constexpr std::size_t kMaxLoose = 512;
constexpr std::size_t kMaxDepth = 12;

std::string read_at(int folder, const char* name, std::size_t limit) {
  const OwnedFd file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat facts {};
  if (!file.open() || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode) ||
      static_cast<std::uint64_t>(facts.st_size) > limit)
    return {};
  std::string text(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + done, text.size() - done);
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  text.resize(done);
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  return text;
}

class Reading {
 public:
  Reading(ReferenceFiles& out, std::size_t limit) : out_(out), limit_(limit) {}

  void packed(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = trimmed(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      const std::size_t blank = line.find(' ');
      if (blank == std::string_view::npos) continue;
      take(line.substr(blank + 1), line.substr(0, blank));
    }
  }

  void loose(int descriptor, const std::string& prefix, std::size_t depth) {
    DIR* stream = ::fdopendir(descriptor);
    if (stream == nullptr) {
      ::close(descriptor);
      return;
    }
    while (const dirent* entry = ::readdir(stream)) {
      const std::string name = entry->d_name;
      struct stat facts {};
      if (name == "." || name == ".." ||
          ::fstatat(::dirfd(stream), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISDIR(facts.st_mode) && depth < kMaxDepth) {
        const int below =
            ::openat(::dirfd(stream), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below >= 0) loose(below, prefix + name + "/", depth + 1);
      } else if (S_ISREG(facts.st_mode)) {
        const std::string text = read_at(::dirfd(stream), name.c_str(), kMaxLoose);
        if (trimmed(text).starts_with("ref: ")) {
          if (symbolic_.size() < limit_)
            symbolic_.emplace(prefix + name, std::string(trimmed(text).substr(5)));
        } else {
          take(prefix + name, trimmed(text));
        }
      }
    }
    ::closedir(stream);
  }

  void finish() {
    for (const auto& [name, target] : symbolic_) {
      if (const auto found = known_.find(target); found != known_.end()) take(name, found->second);
    }
    for (auto& [name, id] : known_) out_.list.push_back({name, id});
  }

 private:
  // A loose reference is newer than a packed one of the same name, and comes later.
  void take(std::string_view name, std::string_view id) {
    if (!is_object_id(id) || !is_plain_reference(name)) return;
    if (known_.size() >= limit_) {
      out_.truncated = true;
      return;
    }
    known_.insert_or_assign(std::string(name), std::string(id));
  }

  ReferenceFiles& out_;
  std::size_t limit_;
  std::map<std::string, std::string, std::less<>> known_, symbolic_;
};

}  // namespace

bool is_object_id(std::string_view text) {
  return text.size() == 40 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// Names come from files of the repository and are shown and looked up; ".." would leave refs/.
bool is_plain_reference(std::string_view name) {
  return name.starts_with("refs/") && name.size() < 300 && name.find("..") == std::string_view::npos &&
         std::none_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte <= 0x20 || byte == 0x7f || c == '\\' || c == '^' || c == '~' || c == ':' || c == '?' ||
                  c == '*' || c == '[';
         });
}

ReferenceFiles read_references(const std::string& folder, std::size_t limit) {
  ReferenceFiles out;
  const OwnedFd root(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root.open()) return out;
  const std::string head_text = read_at(root.get(), "HEAD", kMaxLoose);
  const std::string_view head = trimmed(head_text);
  if (is_object_id(head)) {
    out.head = std::string(head);
  } else if (head.starts_with("ref: ") && is_plain_reference(head.substr(5))) {
    out.head = std::string(head.substr(5));
  }
  Reading reading(out, limit);
  reading.packed(read_at(root.get(), "packed-refs", kMaxPacked));
  const int refs = ::openat(root.get(), "refs", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (refs >= 0) reading.loose(refs, "refs/", 0);
  reading.finish();
  return out;
}

}  // namespace mcpjury
