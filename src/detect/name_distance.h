// Names that differ by a slip of the pen: how AS-009 and AS-013 compare tool names.
//
// Byte-wise on folded names (lower case, no blanks, underscores, hyphens). A letter mask rejects nearly
// every pair without computing a distance. Pure; no allocation but for the rare near pair.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcpjury {

inline constexpr std::size_t kTwoEditsFrom = 15;  // letters a name needs before two edits mean anything

struct FoldedName {
  char text[64] = {};
  std::uint8_t size = 0;   // names longer than the room are cut; nothing well-known is that long
  std::uint64_t mask = 0;  // which of the letters, digits and other bytes occur

  std::string_view view() const { return {text, size}; }
};
FoldedName fold(std::string_view name);

// One edit changes at most two bits.
inline bool may_be_near(const FoldedName& a, const FoldedName& b, std::size_t distance) {
  const std::size_t gap = a.size > b.size ? a.size - b.size : b.size - a.size;
  return gap <= distance && static_cast<std::size_t>(std::popcount(a.mask ^ b.mask)) <= 2 * distance;
}

// Whether `name` looks like `known` misspelt: not a plural, not another verb, not another number, not a
// longer name that begins with the known one, and long enough that chance is unlikely.
bool looks_misspelt(std::string_view name, std::string_view known);

// One edit apart, and whether that edit is one honest names differ by (plural, get/set, a digit).
struct NearName {
  bool near = false;
  bool ordinary = false;
};
NearName one_edit_apart(std::string_view a, std::string_view b);

}  // namespace mcpjury
