// The chunked transfer coding, strictly: sizes of at most 16 hex digits, CRLF where it belongs, framing bytes
// counted. libcurl hands the coded bytes over undecoded, because it neither bounds extensions nor tells them.
//
// A value for one body. Total on any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcpjury {

class ChunkDecoder {
 public:
  enum class State : std::uint8_t { kMore, kEnd, kBad, kTooLarge };

  // Size lines, extensions and trailers together may take this much.
  explicit ChunkDecoder(std::size_t framing_limit) : framing_limit_(framing_limit) {}

  // Appends the payload of `input` to `out`. Bytes after the end are bad.
  State feed(std::string_view input, std::string& out);
  State state() const { return state_; }

 private:
  enum class Step : std::uint8_t { kSize, kExtension, kSizeLf, kData, kDataCr, kDataLf, kTrailer, kEndLf };
  void take(char c);

  Step step_ = Step::kSize;
  State state_ = State::kMore;
  int digits_ = 0;
  bool blank_line_ = true;  // of the trailer section
  std::uint64_t left_ = 0;
  std::size_t framing_ = 0;
  std::size_t framing_limit_;
};

}  // namespace mcpjury
