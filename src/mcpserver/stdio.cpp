#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>

#include "mcp/line_frames.h"
#include "mcpserver/server.h"

namespace mcpjury {
namespace {

// How long a client waits after it closed our input, before it sends a signal.
constexpr std::chrono::milliseconds kEndGrace{2'000};

// Whole frames, one after the other, from any thread.
class FrameWriter {
 public:
  explicit FrameWriter(int output) : output_(output) {}

  void write(std::string frame) {
    frame += '\n';
    const std::lock_guard lock(mutex_);
    std::string_view rest = frame;
    while (!rest.empty() && !gone_) {
      const ssize_t count = ::write(output_, rest.data(), rest.size());
      if (count >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(count));
      } else if (errno == EAGAIN) {
        pollfd ready{output_, POLLOUT, 0};
        ::poll(&ready, 1, -1);
      } else if (errno != EINTR) {
        gone_ = true;
      }
    }
  }
  bool gone() {
    const std::lock_guard lock(mutex_);
    return gone_;
  }

 private:
  const int output_;
  std::mutex mutex_;
  bool gone_ = false;
};

}  // namespace

int serve_stdio(int input, int output, const McpServerOptions& options) {
  FrameWriter writer(output);
  McpServer server(options, [&](std::string frame) { writer.write(std::move(frame)); });
  LineFrames frames(options.request_bytes);
  std::array<char, 64 * 1024> piece{};
  while (!writer.gone()) {
    const ssize_t count = ::read(input, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    frames.feed({piece.data(), static_cast<std::size_t>(count)});
    while (auto frame = frames.next()) {
      if (frame->too_large) {
        server.refuse_large();
      } else if (frame->text.find_first_not_of(" \t") != std::string_view::npos) {
        server.take(frame->text);
      }
    }
  }
  // A client that is gone waits for nothing.
  server.finish(writer.gone() ? std::chrono::milliseconds(0) : kEndGrace);
  return 0;
}

}  // namespace mcpjury
