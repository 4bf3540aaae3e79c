#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "base/escape.h"
#include "cli/outputs.h"

namespace mcpjury {
namespace {

// The one file being written, for the signal handler: plain bytes and a flag, nothing that locks.
std::array<char, PATH_MAX> pending_name;
std::atomic<bool> pending{false};

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

std::string real_place(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return path;
  std::string out(resolved);
  std::free(resolved);  // NOLINT: realpath() allocates with malloc
  return out;
}

}  // namespace

void remove_pending_file() {
  if (pending.load()) ::unlink(pending_name.data());
}

PendingFile::~PendingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) {
    pending.store(false);
    ::unlink(temporary_.c_str());
  }
}

Error PendingFile::failure(int number) const {
  return {ErrorCode::kCannotWrite,
          fmt::format("cannot write {}: {}", escape_terminal(path_), std::strerror(number))};
}

Status PendingFile::open(const std::string& path) {
  path_ = path;
  struct stat facts {};
  if (::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) return failure(errno);
    return Ok{};
  }
  // Beside the file a link points to, so that renaming replaces the file and not the link.
  path_ = real_place(path);
  std::string name = fmt::format("{}.{}.part", path_, ::getpid());
  if (name.size() >= pending_name.size()) return failure(ENAMETOOLONG);
  descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return failure(errno);
  temporary_ = std::move(name);
  std::memcpy(pending_name.data(), temporary_.c_str(), temporary_.size() + 1);
  pending.store(true);
  return Ok{};
}

Status PendingFile::write(std::string_view text) {
  if (!write_all(descriptor_, text)) return failure(errno);
  return Ok{};
}

Status PendingFile::commit() {
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) return failure(errno);
  if (temporary_.empty()) return Ok{};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return failure(errno);
  pending.store(false);
  temporary_.clear();
  return Ok{};
}

Status write_file(const std::string& path, std::string_view text) {
  PendingFile file;
  if (auto opened = file.open(path); !opened) return opened.error();
  if (auto written = file.write(text); !written) return written.error();
  return file.commit();
}

Status write_stdout(std::string_view text, bool* gone) {
  if (write_all(STDOUT_FILENO, text)) return Ok{};
  if (errno == EPIPE) {
    if (gone != nullptr) *gone = true;
    return Ok{};
  }
  return Error{ErrorCode::kCannotWrite, fmt::format("cannot write to stdout: {}", std::strerror(errno))};
}

}  // namespace mcpjury
