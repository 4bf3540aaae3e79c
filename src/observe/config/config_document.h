// A configuration file as one JSON value, whatever it is written in, with the lines of what may be a server.
//
// Pure. Bounded: size, depth, lines kept. Messages name the place, never the text: a key that is pasted in
// the wrong place must not be shown by the error that it causes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

inline constexpr std::size_t kMaxConfigBytes = 64u << 20;    // histories lie in some of these files
inline constexpr std::size_t kMaxSettingsBytes = 16u << 20;  // TOML, YAML

enum class ConfigFormat : std::uint8_t { kJson, kToml, kYaml };
// By the ending of the name; JSON when it has none that says otherwise.
ConfigFormat config_format(std::string_view name);

struct ConfigDocument {
  Json value;
  std::map<std::string, std::uint32_t, std::less<>> lines;  // by pointer
  std::vector<std::string> notes;                           // duplicate keys and the like, escaped

  std::uint32_t line_of(std::string_view pointer) const;  // of the nearest ancestor that is known; 0: none
};

// kNotJson, kLimit.
Result<ConfigDocument> read_config_document(std::string_view name, std::string_view text);

}  // namespace mcpjury
