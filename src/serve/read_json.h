// parse_json with a bound on the depth.
#pragma once

#include "base/json.h"

namespace mcpjury {

inline Result<ParsedJson> read_json(std::string_view text, std::string_view name, std::size_t depth) {
  JsonReadOptions options;
  options.max_depth = depth;
  return parse_json(text, name, options);
}

}  // namespace mcpjury
