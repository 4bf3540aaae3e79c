// Every decision of the guard as one line of JSON: time, event, and what belongs to it. Words of a server are
// escaped and cut; arguments of calls and credentials are never given to it. Thread safe.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

class GuardLog {
 public:
  using Write = std::function<void(std::string_view line)>;
  using Clock = std::function<std::string()>;  // RFC 3339

  GuardLog(Write write, Clock clock) : write_(std::move(write)), clock_(std::move(clock)) {}
  void say(std::string_view event, const JsonObject& members);
  // For events that a hostile peer can repeat at will: the first few, then only powers of two.
  void say_often(std::string_view event, JsonObject members, std::uint64_t& count);

 private:
  Write write_;
  Clock clock_;
  std::mutex mutex_;
};

// A name of a server, ready for the log and for messages.
std::string shown_name(std::string_view text);

}  // namespace mcpjury
