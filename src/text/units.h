// The working form of a normal view: code points that remember which bytes they came from, and the
// steps over them. Private to the normal view. Every step keeps the ranges in ascending order, is
// linear, and says whether it changed more than letter case.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mcpjury {

struct Unit {
  char32_t code = 0;
  char32_t shape = 0;  // the character before case folding: capitals have look-alikes of their own
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
using Units = std::vector<Unit>;

// Bytes that are not UTF-8 become U+FFFD.
Units to_units(std::string_view text);

// One round of HTML entities, percent escapes, backslash-x and backslash-u escapes.
bool decode_escapes(Units& units);
// Removes terminal escape sequences, controls and ignorables that no script or emoji needs.
bool remove_hidden(Units& units);
// NFKC and case folding; strokes and accents that do not compose are dropped from ASCII letters.
// Symbols and CJK punctuation stay: nothing can be spelled with them.
bool fold(Units& units);
// Letters of other scripts that imitate Latin, in words that mix scripts or stand in Latin text.
bool map_look_alikes(Units& units);
// "i g n o r e" -> "ignore": four or more single letters with the same single separator.
bool close_spaced_letters(Units& units);

// True when fold() leaves the character alone or changes only its case, whatever stands beside it,
// and no other step looks at it. Covers what honest texts use most; false says nothing.
bool is_quiet(char32_t code);

}  // namespace mcpjury
