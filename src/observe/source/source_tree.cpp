#include "observe/source/source_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>

#include "base/escape.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kForeignFolders = {
    "node_modules"sv, "vendor"sv,        "target"sv, "dist"sv,   "build"sv,         "__pycache__"sv,
    ".venv"sv,        "venv"sv,          ".tox"sv,   ".git"sv,   ".hg"sv,           ".svn"sv,
    ".mypy_cache"sv,  ".pytest_cache"sv, ".next"sv,  ".cache"sv, "site-packages"sv, "coverage"sv};
// What a release is made of, though a tool wrote it.
constexpr std::array kBuiltFolders = {"dist"sv, "build"sv, "target"sv, "vendor"sv, ".next"sv};
constexpr std::array kSampleFolders = {
    "test"sv,    "tests"sv,     "__tests__"sv,  "testdata"sv, "fixtures"sv, "fixture"sv, "examples"sv,
    "example"sv, "docs"sv,      "doc"sv,        "samples"sv,  "sample"sv,   "e2e"sv,     "spec"sv,
    "mocks"sv,   "__mocks__"sv, "benchmarks"sv, "fuzz"sv,     "corpus"sv,   "bench"sv};

struct Language {
  std::string_view extension, name;
};
constexpr std::array kLanguages = {Language{".ts", "TypeScript"},
                                   Language{".tsx", "TypeScript"},
                                   Language{".mts", "TypeScript"},
                                   Language{".cts", "TypeScript"},
                                   Language{".js", "JavaScript"},
                                   Language{".mjs", "JavaScript"},
                                   Language{".cjs", "JavaScript"},
                                   Language{".jsx", "JavaScript"},
                                   Language{".py", "Python"},
                                   Language{".go", "Go"},
                                   Language{".rs", "Rust"},
                                   Language{".java", "Java"},
                                   Language{".cs", "C#"},
                                   Language{".kt", "Kotlin"},
                                   Language{".rb", "Ruby"},
                                   Language{".php", "PHP"},
                                   Language{".sh", "Shell"},
                                   Language{".cpp", "C++"},
                                   Language{".c", "C"},
                                   Language{".swift", "Swift"}};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Owns a descriptor of a folder; every step down is relative to it, so that a folder that is swapped for a
// link meanwhile is not followed.
class Folder {
 public:
  explicit Folder(int descriptor) : stream_(descriptor >= 0 ? ::fdopendir(descriptor) : nullptr) {
    if (stream_ == nullptr && descriptor >= 0) ::close(descriptor);
  }
  ~Folder() {
    if (stream_ != nullptr) ::closedir(stream_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  bool ok() const { return stream_ != nullptr; }
  int descriptor() const { return ::dirfd(stream_); }
  std::vector<std::string> names(std::size_t limit, bool& more) {
    std::vector<std::string> found;
    while (const dirent* entry = ::readdir(stream_)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (found.size() == limit) {
        more = true;
        break;
      }
      found.emplace_back(name);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  DIR* stream_;
};

class Walk {
 public:
  Walk(SourceTree& tree, const SourceLimits& limits) : tree_(tree), limits_(limits) {}

  void run(int root) {
    std::deque<Level> queue;
    enter(root, {"", 0}, queue);
    while (!queue.empty() && !tree_.too_many) {
      const Level next = std::move(queue.front());
      queue.pop_front();
      enter(open_below(root, next.prefix), next, queue);
    }
    if (!queue.empty()) tree_.too_many = true;
    ::close(root);
  }

 private:
  struct Level {
    std::string prefix;  // "" or "a/b/"
    std::size_t depth;
  };

  // Step by step from the root, so that a folder that was swapped for a link meanwhile is not followed.
  static int open_below(int root, std::string_view prefix) {
    int at = ::fcntl(root, F_DUPFD_CLOEXEC, 0);
    while (at >= 0 && !prefix.empty()) {
      const std::size_t slash = prefix.find('/');
      const std::string name(prefix.substr(0, slash));
      prefix.remove_prefix(slash + 1);
      const int next = ::openat(at, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      ::close(at);
      at = next;
    }
    return at;
  }

  void enter(int descriptor, const Level& level, std::deque<Level>& queue) {
    const int own = level.prefix.empty() ? ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : descriptor;
    Folder folder(own);
    if (!folder.ok()) {
      ++tree_.unreadable;
      return;
    }
    for (const std::string& name : folder.names(limits_.files, tree_.too_many)) {
      if (tree_.files.size() >= limits_.files) {
        tree_.too_many = true;
        return;
      }
      look(folder, name, level, queue);
    }
  }

  void look(const Folder& folder, const std::string& name, const Level& level, std::deque<Level>& queue) {
    if (!is_valid_utf8(name)) {
      ++tree_.bad_names;
      return;
    }
    struct stat facts {};
    if (::fstatat(folder.descriptor(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (S_ISLNK(facts.st_mode)) {
      ++tree_.links;
    } else if (S_ISDIR(facts.st_mode)) {
      if (is_foreign_folder(name) && !(limits_.published && is_one_of(kBuiltFolders, name))) {
        if (name != ".git") ++tree_.foreign;
        return;
      }
      if (level.depth >= limits_.depth) {
        tree_.too_deep = true;
      } else if (queue.size() >= limits_.files) {
        tree_.too_many = true;
      } else {
        queue.push_back({level.prefix + name + "/", level.depth + 1});
      }
    } else if (S_ISREG(facts.st_mode)) {
      const auto bytes = static_cast<std::uint64_t>(std::max<off_t>(facts.st_size, 0));
      if (::faccessat(folder.descriptor(), name.c_str(), R_OK, AT_EACCESS) != 0) ++tree_.unreadable;
      tree_.files.push_back({level.prefix + name, bytes});
      tree_.bytes += bytes;
    } else {
      ++tree_.special;
    }
  }

  SourceTree& tree_;
  const SourceLimits& limits_;
};

}  // namespace

std::uint64_t code_bytes(std::string_view path, const SourceLimits& limits) {
  constexpr std::uint64_t kBundleBytes = 6u << 20;
  const bool bundle = path.ends_with(".js") || path.ends_with(".mjs") || path.ends_with(".cjs");
  return bundle ? std::max(limits.file_bytes, kBundleBytes) : limits.file_bytes;
}

bool is_foreign_folder(std::string_view name) { return is_one_of(kForeignFolders, name); }

bool is_sample_path(std::string_view path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t slash = path.find('/', begin);
    if (slash == std::string_view::npos) {
      const std::string_view name = path.substr(begin);
      return name.find(".test.") != std::string_view::npos || name.find(".spec.") != std::string_view::npos ||
             name.find("_test.") != std::string_view::npos || name.starts_with("test_") ||
             name.find("example") != std::string_view::npos || name.find("sample") != std::string_view::npos;
    }
    if (is_one_of(kSampleFolders, path.substr(begin, slash - begin))) return true;
    begin = slash + 1;
  }
  return false;
}

std::string_view language_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return {};
  for (const Language& language : kLanguages) {
    if (path.substr(dot) == language.extension) return language.name;
  }
  return {};
}

Result<SourceTree> walk_source(const std::string& root, const SourceLimits& limits) {
  // The root itself may be a link: the user named it.
  const int descriptor = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return Error{ErrorCode::kUnreadable,
                 fmt::format("cannot open the folder {}: {}", escape_terminal(root), std::strerror(errno))};
  }
  SourceTree tree;
  tree.root = root;
  Walk(tree, limits).run(descriptor);
  std::sort(tree.files.begin(), tree.files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return tree;
}

std::optional<std::string> read_source(const SourceTree& tree, std::string_view path, std::uint64_t limit) {
  const std::string whole = tree.root + "/" + std::string(path);
  const int descriptor = ::open(whole.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  struct stat facts {};
  std::optional<std::string> text;
  if (::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) &&
      static_cast<std::uint64_t>(facts.st_size) <= limit) {
    text.emplace(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t done = 0;
    while (done < text->size()) {
      const ssize_t got = ::read(descriptor, text->data() + done, text->size() - done);
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    text->resize(done);
  }
  ::close(descriptor);
  return text;
}

}  // namespace mcpjury
