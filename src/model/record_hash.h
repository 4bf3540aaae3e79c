// The hash of a scan record, shared by who writes one and who checks one. Pure.
#pragma once

#include <string>

#include "base/json.h"

namespace mcpjury {

// SHA-256 of RFC 8785 without record_sha256, times and durations.
std::string record_sha256(const JsonObject& record);

}  // namespace mcpjury
