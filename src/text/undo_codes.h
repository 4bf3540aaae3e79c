// Text written in a code: numbers for characters (decimal, hexadecimal, octal, binary), base32, base85,
// Morse.
//
// Base64 and plain runs of hexadecimal digits are the business of the normal view. What comes out is readable
// ASCII with blanks in it, or nothing. Pure; thread safe; linear, at most 16 KiB of a text are looked at and
// at most a few decoded texts returned.
#pragma once

#include <string_view>
#include <vector>

#include "text/obfuscation.h"

namespace mcpjury {

// Empty for ordinary text after one look at its bytes.
std::vector<Unhidden> undo_codes(std::string_view text);

}  // namespace mcpjury
