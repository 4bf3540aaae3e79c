// The framing of stdio: whatever the pieces, the same lines; a line is within its limit, and so is what is
// held.
#include "mcp/line_frames.h"

#include <string>

#include "check.h"

using namespace mcpjury;

namespace {

constexpr std::size_t kLineBytes = 64;

std::string cut(std::string_view text, std::size_t step) {
  LineFrames frames(kLineBytes);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += step) {
    frames.feed(text.substr(at, step));
    while (const auto frame = frames.next()) {
      fuzz::check(frame->text.size() <= kLineBytes, "a line is within its limit");
      fuzz::check(frame->text.find('\n') == std::string_view::npos, "a line has no line end");
      fuzz::check(frame->too_large || frame->bytes.ends_with('\n'), "its bytes have one");
      fuzz::check(!frame->too_large || frame->bytes.empty(), "a line that is too large is gone");
      out += frame->too_large ? "<too large>" : std::string(frame->text);
      out += '\n';
    }
    fuzz::check(frames.held() <= kLineBytes + 1, "what is held is bounded");
  }
  return out;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  const std::string whole = cut(text, size + 1);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{65}})
    fuzz::check(cut(text, step) == whole, "pieces make no difference");
  return 0;
}
