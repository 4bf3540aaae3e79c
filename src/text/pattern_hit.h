// What a scan answers: a pattern that occurs, and where its first match ends.
#pragma once

#include <cstdint>

namespace mcpjury {

struct PatternHit {
  std::uint32_t pattern = 0;
  std::uint32_t end = 0;
  bool operator==(const PatternHit&) const = default;
};

}  // namespace mcpjury
