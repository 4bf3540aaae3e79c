// The one place that reads a clock. Everything below scan gets the time as a value.
#pragma once

#include <cstdint>
#include <string>

namespace mcpjury {

// RFC 3339, UTC, whole seconds. Years beyond 9999 and times before 1970 read as the nearest of them.
std::string format_time(std::int64_t seconds_since_1970);
// Now; or the time in SOURCE_DATE_EPOCH, for output that can be reproduced.
std::string current_time();

}  // namespace mcpjury
