#include "net/chunk_decoder.h"

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury {
namespace {}  // namespace

ChunkDecoder::State ChunkDecoder::feed(std::string_view input, std::string& out) {
  if (state_ == State::kEnd && !input.empty()) state_ = State::kBad;
  while (!input.empty() && state_ == State::kMore) {
    if (step_ == Step::kData) {
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, input.size()));
      out.append(input.substr(0, size));
      input.remove_prefix(size);
      left_ -= size;
      if (left_ == 0) step_ = Step::kDataCr;
      continue;
    }
    if (++framing_ > framing_limit_) {
      state_ = State::kTooLarge;
      break;
    }
    take(input.front());
    input.remove_prefix(1);
    if (state_ == State::kEnd && !input.empty()) state_ = State::kBad;
  }
  return state_;
}

void ChunkDecoder::take(char c) {
  const auto expect = [this, c](char wanted, Step next) {
    if (c != wanted) state_ = State::kBad;
    step_ = next;
  };
  switch (step_) {
    case Step::kSize:
      if (const int value = ascii::hex_value(c); value >= 0) {
        if (++digits_ > 16) state_ = State::kBad;
        left_ = (left_ << 4) | static_cast<std::uint64_t>(value);
        return;
      }
      if (digits_ == 0) {
        state_ = State::kBad;
      } else if (c == '\r') {
        step_ = Step::kSizeLf;
      } else if (c == ';' || c == ' ' || c == '\t') {
        step_ = Step::kExtension;
      } else {
        state_ = State::kBad;
      }
      return;
    case Step::kExtension:
      if (c == '\r') step_ = Step::kSizeLf;
      if (c == '\n') state_ = State::kBad;
      return;
    case Step::kSizeLf:
      expect('\n', left_ == 0 ? Step::kTrailer : Step::kData);
      digits_ = 0;
      return;
    case Step::kDataCr:
      expect('\r', Step::kDataLf);
      return;
    case Step::kDataLf:
      expect('\n', Step::kSize);
      return;
    case Step::kTrailer:
      // Trailers are read over: nothing a scan uses may come after the body it belongs to.
      if (c == '\r' && blank_line_) {
        step_ = Step::kEndLf;
      } else {
        blank_line_ = c == '\n';
      }
      return;
    case Step::kEndLf:
      expect('\n', Step::kEndLf);
      if (state_ == State::kMore) state_ = State::kEnd;
      return;
    case Step::kData:
      return;
  }
}

}  // namespace mcpjury
