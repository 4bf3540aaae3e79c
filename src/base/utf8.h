// UTF-8 by hand: decoding one code point, validity, edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcpjury {

struct DecodedChar {
  char32_t code = 0xFFFD;
  std::uint8_t bytes = 1;  // consumed; at least 1, so that a loop always advances
  bool valid = false;
};

// `at` must be below text.size(). Rejects overlong forms, surrogates and values above U+10FFFF.
DecodedChar decode_utf8(std::string_view text, std::size_t at);
void append_utf8(std::string& out, char32_t code);
bool is_valid_utf8(std::string_view text);
bool is_ascii(std::string_view text);
// The largest offset <= at that is the start of a character.
std::size_t char_edge(std::string_view text, std::size_t at);

}  // namespace mcpjury
