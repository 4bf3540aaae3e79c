#include "scan/line_chunks.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace mcpjury {
namespace {

constexpr std::size_t kBlock = 256u << 10;
// Of a line that is too long; enough to find its id near the front.
constexpr std::size_t kKeptOfOverlong = 4096;

}  // namespace

LineChunks::LineChunks(int descriptor, std::size_t max_line_bytes)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes), block_(std::make_unique<char[]>(kBlock)) {}

std::string_view LineChunks::read_block() {
  for (;;) {
    const ssize_t got = ::read(descriptor_, block_.get(), kBlock);
    if (got >= 0) return {block_.get(), static_cast<std::size_t>(got)};
    if (errno == EINTR) continue;
    failure_ = errno;
    return {};
  }
}

bool LineChunks::next(LineChunk& chunk) {
  chunk.text.clear();
  chunk.text.swap(rest_);
  chunk.first_line = next_line_;
  chunk.overlong = false;
  for (;;) {
    std::string_view data = read_block();
    if (data.empty()) {
      if (chunk.text.empty()) return false;
      ++next_line_;
      return true;
    }
    if (skipping_) {
      const std::size_t end = data.find('\n');
      if (end == std::string_view::npos) continue;
      skipping_ = false;
      data.remove_prefix(end + 1);
    }
    const std::size_t last = data.rfind('\n');
    if (last != std::string_view::npos) {
      next_line_ += static_cast<std::uint64_t>(std::count(data.begin(), data.begin() + last + 1, '\n'));
      chunk.text.append(data.substr(0, last + 1));
      rest_.assign(data.substr(last + 1));
      return true;
    }
    chunk.text.append(data);
    if (chunk.text.size() > max_line_bytes_) {
      chunk.text.resize(std::min(chunk.text.size(), kKeptOfOverlong));
      chunk.text.shrink_to_fit();
      chunk.overlong = true;
      skipping_ = true;
      ++next_line_;
      return true;
    }
  }
}

}  // namespace mcpjury
