// RFC 3339 times as the evidence writes them, turned into numbers. Pure; no clock is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mcpjury {

// Seconds since 1970-01-01T00:00:00Z of "2026-11-15T05:10:04Z", also with a fraction (dropped) or an offset
// such as +02:00. Nothing for any other text.
std::optional<std::int64_t> unix_seconds(std::string_view rfc3339);

}  // namespace mcpjury
