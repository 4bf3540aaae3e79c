#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/escape.h"
#include "observe/files/tool_list.h"

namespace mcpjury {
namespace {

constexpr std::size_t kBlock = 1u << 16;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

Error cannot(std::string_view verb, const std::string& name, int number) {
  return {ErrorCode::kUnreadable,
          fmt::format("cannot {} {}: {}", verb, escape_terminal(name), std::strerror(number))};
}

Result<std::string> read_all(int fd, const std::string& name, std::size_t expected, std::size_t most) {
  std::string text;
  std::size_t used = 0;
  // One byte more than expected, so that a file of the stated size ends without growing the buffer.
  text.resize(std::min(std::max(expected + 1, kBlock), most + 1));
  for (;;) {
    const ssize_t got = ::read(fd, text.data() + used, text.size() - used);
    if (got < 0) {
      if (errno == EINTR) continue;
      return cannot("read", name, errno);
    }
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > most) {
      return Error{ErrorCode::kLimit,
                   fmt::format("{}: larger than the limit of {} MiB", escape_terminal(name), most >> 20)};
    }
    if (used == text.size()) text.resize(std::min(text.size() * 2, most + 1));
  }
  text.resize(used);
  return text;
}

}  // namespace

Result<std::string> read_input(const std::string& name, const Limits& limits) {
  if (name == "-") return read_all(STDIN_FILENO, "standard input", 0, limits.input_bytes);
  const Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return cannot("open", name, errno);
  struct stat facts {};
  if (::fstat(file.get(), &facts) != 0) return cannot("read", name, errno);
  if (S_ISDIR(facts.st_mode)) return cannot("read", name, EISDIR);
  const std::size_t size = facts.st_size > 0 ? static_cast<std::size_t>(facts.st_size) : 0;
  return read_all(file.get(), name, size, limits.input_bytes);
}

}  // namespace mcpjury
