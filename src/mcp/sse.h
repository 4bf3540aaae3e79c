// Server-sent events, parsed exactly as the HTML standard says, from pieces of any size.
//
// One parser a stream; a value, not thread safe. Bounded: a line and an event have a limit each, and reaching
// one stops the parser for good. Linear in what it is given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

struct SseEvent {
  std::string type = "message";
  std::string data;
  std::string id;  // the last one seen on the stream, also from an earlier event
};

class SseParser {
 public:
  enum class State : std::uint8_t { kGood, kLineTooLong, kEventTooLong };

  SseParser(std::size_t line_limit, std::size_t event_limit)
      : line_limit_(line_limit), event_limit_(event_limit) {}

  // Bytes of the stream, in order. next() first takes what is left of them.
  void feed(std::string_view bytes);
  // The next event whose data is not empty, or nothing until more is fed. Events without data (primers) only
  // leave their id and retry behind.
  std::optional<SseEvent> next();

  State state() const { return state_; }
  const std::string& last_event_id() const { return last_id_; }
  std::optional<std::uint64_t> retry_ms() const { return retry_; }

 private:
  bool take_line(std::string_view line);  // true when it dispatched an event

  std::size_t line_limit_, event_limit_;
  State state_ = State::kGood;
  std::string pending_;  // fed and not yet taken
  std::size_t at_ = 0;   // of pending_, where the next byte is taken
  std::string line_;
  bool at_start_ = true;     // a byte order mark may still come
  std::string mark_;         // bytes of it seen so far
  bool after_cr_ = false;    // a line feed now belongs to the line that ended
  std::string type_, data_;  // of the event being built
  bool has_data_ = false;
  std::string last_id_;
  std::optional<std::uint64_t> retry_;
  SseEvent ready_;
};

}  // namespace mcpjury
