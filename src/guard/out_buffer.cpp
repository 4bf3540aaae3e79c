#include "guard/out_buffer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace mcpjury {

OutBuffer::OutBuffer(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return;
  socket_ = S_ISSOCK(status.st_mode);
  if (!S_ISFIFO(status.st_mode) || owned) return;
  // A description of our own: O_NONBLOCK on the shared one would surprise whoever else writes there.
  const std::string name = fmt::format("/proc/self/fd/{}", descriptor);
  const int own = ::open(name.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (own < 0) return;
  descriptor_ = own;
  owned_ = true;
}

OutBuffer::~OutBuffer() { close(); }

void OutBuffer::close() {
  if (owned_ && descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  gone_ = true;
  buffer_.clear();
  written_ = 0;
}

// How many went; 0 when none can go now.
std::size_t OutBuffer::write_some(std::string_view bytes) {
  while (!gone_ && !bytes.empty()) {
    const ssize_t count = socket_
                              ? ::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
                              : ::write(descriptor_, bytes.data(), bytes.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) gone_ = true;
    return 0;
  }
  return 0;
}

void OutBuffer::add(std::string_view bytes) {
  if (gone_) return;
  while (waiting() == 0 && !bytes.empty()) {
    const std::size_t went = write_some(bytes);
    if (went == 0) break;
    bytes.remove_prefix(went);
  }
  if (!gone_) buffer_.append(bytes);
}

void OutBuffer::flush() {
  while (waiting() > 0) {
    const std::size_t went = write_some(std::string_view(buffer_).substr(written_));
    if (went == 0) break;
    written_ += went;
  }
  if (gone_ || waiting() == 0) {
    buffer_.clear();
    written_ = 0;
  } else if (written_ > (1u << 20)) {
    buffer_.erase(0, written_);
    written_ = 0;
  }
}

}  // namespace mcpjury
