#include "mcp/line_frames.h"

namespace mcpjury {

void LineFrames::feed(std::string_view bytes) {
  if (taken_ > 0) {
    buffer_.erase(0, taken_);
    scanned_ -= taken_;
    taken_ = 0;
  }
  buffer_.append(bytes);
}

std::optional<LineFrames::Frame> LineFrames::next() {
  const std::size_t end = buffer_.find('\n', scanned_);
  if (end == std::string::npos) {
    // One byte more: a CR whose LF has not come yet.
    if (skipping_ || buffer_.size() - taken_ > line_bytes_ + 1) {
      skipping_ = true;
      buffer_.resize(taken_);
    }
    scanned_ = buffer_.size();
    return std::nullopt;
  }
  Frame frame;
  frame.bytes = std::string_view(buffer_).substr(taken_, end + 1 - taken_);
  frame.text = frame.bytes.substr(0, frame.bytes.size() - 1);
  if (frame.text.ends_with('\r')) frame.text.remove_suffix(1);
  if (skipping_ || frame.text.size() > line_bytes_) frame = {{}, {}, true};
  skipping_ = false;
  taken_ = scanned_ = end + 1;
  return frame;
}

}  // namespace mcpjury
