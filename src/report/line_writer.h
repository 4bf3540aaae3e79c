// Private to report: JSON text straight into a string, for the one output that is written fifty thousand
// times a second.
//
// Writes behind a pointer and grows the string in steps; the string has its right size again when the
// writer is destroyed. Keys and literals are ours and need no escaping.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "report/json_text.h"

namespace mcpjury {

class LineWriter {
 public:
  explicit LineWriter(std::string& out) : out_(out), begin_(out.size()) { grow(kStep); }
  ~LineWriter() { out_.resize(static_cast<std::size_t>(to_ - out_.data())); }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  [[gnu::always_inline]] void raw(std::string_view text) {
    if (text.empty()) return;
    need(text.size());
    std::memcpy(to_, text.data(), text.size());
    to_ += text.size();
  }
  void string(std::string_view text) {
    raw("\"");
    while (text.size() > kPiece) {
      const std::size_t edge = char_edge(text, kPiece);
      piece(text.substr(0, edge == 0 ? kPiece : edge));
      text.remove_prefix(edge == 0 ? kPiece : edge);
    }
    piece(text);
    raw("\"");
  }
  void integer(std::int64_t value) {
    need(24);
    if (value >= 0 && value < 10) {
      *to_++ = static_cast<char>('0' + value);
    } else {
      to_ = std::to_chars(to_, to_ + 24, value).ptr;
    }
  }
  // As append_tenths().
  void decimal(std::int64_t value) {
    if (value < 0) raw("-");
    value = value < 0 ? -value : value;
    integer(value / 10);
    if (value % 10 == 0) return;
    raw(".");
    integer(value % 10);
  }

 private:
  static constexpr std::size_t kStep = 4096;
  static constexpr std::size_t kPiece = 4096;

  void piece(std::string_view text) {
    need(text.size() * kMostShownPerByte);
    to_ = write_shown(to_, text);
  }
  [[gnu::always_inline]] void need(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - to_) < bytes) grow(bytes);
  }
  [[gnu::noinline]] void grow(std::size_t bytes) {
    const std::size_t used = to_ == nullptr ? begin_ : static_cast<std::size_t>(to_ - out_.data());
    out_.resize(used + std::max(bytes, kStep));
    to_ = out_.data() + used;
    end_ = out_.data() + out_.size();
  }

  std::string& out_;
  std::size_t begin_;
  char* to_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace mcpjury
