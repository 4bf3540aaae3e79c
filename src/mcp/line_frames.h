// Bytes of a pipe cut into lines: the framing of stdio, for both ends.
//
// Used from one thread. Holds one line at most, and that has a limit: a longer one is given up, its bytes are
// let go as they come, and the reader is told once, where the line ended. One trailing CR is no part of a
// line; empty lines are lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

class LineFrames {
 public:
  explicit LineFrames(std::size_t line_bytes) : line_bytes_(line_bytes) {}

  struct Frame {
    std::string_view text;   // until the next feed(); empty when too large
    std::string_view bytes;  // the same with its line end, as it was read
    bool too_large = false;
  };

  void feed(std::string_view bytes);
  std::optional<Frame> next();
  // What stands behind the last line end; nothing, or an unfinished line.
  std::string_view rest() const { return std::string_view(buffer_).substr(taken_); }
  std::size_t held() const { return buffer_.size() - taken_; }

 private:
  std::size_t line_bytes_;
  std::string buffer_;
  std::size_t taken_ = 0;    // of buffer_
  std::size_t scanned_ = 0;  // of buffer_: no line end between taken_ and here
  bool skipping_ = false;    // inside a line that is too long
};

}  // namespace mcpjury
