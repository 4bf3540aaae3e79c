#include "detect/signals.h"

#include <cassert>

namespace mcpjury {

std::uint16_t signal_index(std::string_view id) {
  const auto signals = catalog().signals;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (signals[i].id == id) return static_cast<std::uint16_t>(i);
  }
  assert(false);
  return 0;
}

bool has_signal(const TextIndex& index, const Field& field, std::uint16_t signal) {
  const auto patterns = catalog().patterns;
  for (std::uint32_t h = field.first_hit; h < field.first_hit + field.hits; ++h) {
    if (patterns[index.hits[h].pattern].signal == signal) return true;
  }
  return false;
}

}  // namespace mcpjury
