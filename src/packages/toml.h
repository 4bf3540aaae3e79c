// TOML as a JSON value, for those who read settings rather than lock files. Bounded as the lock file readers
// are: depth, parts of a key, number of tables. Dates become null. Thread safe, nothing throws.
#pragma once

#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace mcpjury {

// `name` stands in front of error messages. kNotJson when the text is no TOML, kLimit.
Result<Json> read_toml(std::string_view name, std::string_view text);

}  // namespace mcpjury
