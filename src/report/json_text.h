// Private to report: JSON text that is safe to look at.
//
// A report in JSON is read on terminals too. Besides what the grammar demands, everything that can steer
// a terminal or hide text (C1 controls, bidi and zero-width characters, tags) is written as \uXXXX; the
// value stays the same. Total on any bytes: invalid UTF-8 becomes U+FFFD.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

// One byte of text becomes at most this many, and so does one character of more bytes twice.
inline constexpr std::size_t kMostShown = 12;
inline constexpr std::size_t kMostShownPerByte = 6;

// The inside of a string literal, without the quotes. `to` has room for kMostShownPerByte times the text.
char* write_shown(char* to, std::string_view text);
// The same for JSON text that is already complete.
std::string shown_json(std::string_view json_text);

inline void append_int(std::string& out, std::int64_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// 79 is written 7.9, and 80 is written 8, as append_number() of base would.
inline void append_tenths(std::string& out, std::int64_t tenths) {
  if (tenths < 0) {
    out += '-';
    tenths = -tenths;
  }
  append_int(out, tenths / 10);
  if (tenths % 10 != 0) {
    out += '.';
    out += static_cast<char>('0' + tenths % 10);
  }
}

}  // namespace mcpjury
