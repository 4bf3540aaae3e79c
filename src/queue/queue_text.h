// Small texts every engine of the queue needs. Private to the module.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mcpjury {

// A name for who takes jobs that nobody else has.
std::string queue_holder();
// A reason as it is kept: at most 500 characters, secrets replaced.
std::string queue_reason(std::string_view reason);
// RFC 3339, UTC, whole seconds.
std::string queue_time(std::int64_t milliseconds_since_1970);

}  // namespace mcpjury
