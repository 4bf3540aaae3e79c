// One look over the bytes of a text that tells the rare from the usual, for the callers that run on
// every string of a scan. Private to src/text. Pure; thread safe.
#pragma once

#include <string_view>

namespace mcpjury {

enum ByteTrait : unsigned {
  kNonAsciiBytes = 1,
  kControlBytes = 2,   // C0 other than tab, line feed, carriage return; DEL
  kEscapeMarks = 4,    // & % and backslash
  kSpacedLetters = 8,  // perhaps: one of blank . - _ at every second place, three times
};

// The union of the traits that occur in `text`.
unsigned byte_traits(std::string_view text);

}  // namespace mcpjury
