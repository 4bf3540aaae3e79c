// Server-sent events: whatever the pieces, the same events; limits hold.
#include "mcp/sse.h"

#include <string>
#include <vector>

#include "check.h"

using namespace mcpjury;

namespace {

constexpr std::size_t kLine = 4096, kEvent = 8192;

std::string parsed(std::string_view text, std::size_t step, SseParser::State& state) {
  SseParser parser(kLine, kEvent);
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += step) {
    parser.feed(text.substr(at, step));
    while (const auto event = parser.next()) {
      fuzz::check(!event->data.empty(), "an event has data");
      fuzz::check(event->data.size() <= kEvent, "an event is within its limit");
      fuzz::check(event->id.find('\0') == std::string::npos, "no NUL in an id");
      out += event->type + '\1' + event->data + '\1' + event->id + '\2';
    }
  }
  state = parser.state();
  return out + parser.last_event_id() + std::to_string(parser.retry_ms().value_or(0));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  SseParser::State whole_state{}, pieces_state{};
  const std::string whole = parsed(text, size + 1, whole_state);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}}) {
    const std::string pieces = parsed(text, step, pieces_state);
    fuzz::check(whole == pieces && whole_state == pieces_state, "pieces make no difference");
  }
  return 0;
}
