// A frame on its way through the guard, understood as far as needed to decide whether it may go on.
//
// Two readers of one text may disagree: about which of two equal keys counts, or whether "Method" is
// "method". A frame in which that could matter is no message here, and does not pass. Pure and total; bounded
// by depth and by the number of messages in a batch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct PassingMessage {
  enum class Kind : std::uint8_t { kRequest, kNotification, kAnswer, kBad };
  Kind kind = Kind::kBad;
  Json id;             // null: none
  std::string method;  // as sent
  JsonObject whole;    // the message
  const char* fault = "";

  const JsonObject* params() const { return find_object(whole, "params"); }
  std::string_view tool() const;  // params.name; empty: none
  std::string id_text() const;    // as JSON: 1 is not "1"
};

struct PassingFrame {
  std::vector<PassingMessage> messages;  // one, or those of a batch
  bool batch = false;
  bool not_json = false;
};

PassingFrame read_passing(std::string_view text);

inline constexpr std::size_t kPassingDepth = 256;
inline constexpr std::size_t kPassingBatch = 100;

}  // namespace mcpjury
