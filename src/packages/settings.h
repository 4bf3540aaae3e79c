// TOML and YAML that hold settings, as a JSON value with the lines of the values a reader asks for. Bounded
// as the lock file readers are. Thread safe, nothing throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct Settings {
  Json value;
  std::vector<std::pair<std::string, std::uint32_t>> lines;  // by pointer, sorted
  bool noted = false;  // something was not taken as it stands: a key twice
};

// `name` stands in front of error messages, which may hold words of the text. `want` chooses the pointers
// whose lines are kept. kNotJson, kLimit. Every scalar of YAML is a string.
Result<Settings> read_toml_settings(std::string_view name, std::string_view text,
                                    bool (*want)(std::string_view));
Result<Settings> read_yaml_settings(std::string_view name, std::string_view text,
                                    bool (*want)(std::string_view));

}  // namespace mcpjury
