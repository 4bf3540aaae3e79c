// Where a pointer of a finding leads to in files: what was recorded when the file was read, or what the entry
// of a facet says of itself ("file", "line").
#pragma once

#include <cstdint>
#include <string_view>

#include "model/evidence.h"

namespace mcpjury {

struct Place {
  std::string_view file;   // empty: no file is known
  std::uint32_t line = 0;  // 0: no line is known
};

// Views into `evidence`.
Place place_of(const Evidence& evidence, std::string_view pointer);

}  // namespace mcpjury
