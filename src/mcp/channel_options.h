// What every kind of channel is told, and what they share in dressing a frame. Private to mcp. Values.
#pragma once

#include <string>
#include <string_view>

#include "mcp/channel.h"

namespace mcpjury {

struct ChannelOptions {
  std::string client_name, client_version;
  Milliseconds request_time{10'000};
  std::size_t json_depth = 64;
  std::size_t message_bytes = 1u << 20;
};

// The parameters as they are sent: in the modern era with `_meta`, which every request must carry.
JsonObject dressed_params(const Frame& frame, Era era, const std::string& version,
                          const ChannelOptions& options);

// A value that is safe in a header, or its form "=?base64?…?=" of 2026-07-28.
std::string header_value(std::string_view text);
// 0x21 to 0x7E only: what a session id may hold. Anything else could smuggle a header.
bool is_visible_ascii(std::string_view text);
// ASCII letters only.

Frame cancelled_frame(std::int64_t id, std::string_view reason);

}  // namespace mcpjury
