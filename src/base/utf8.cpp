#include "base/utf8.h"

#include <cstring>

namespace mcpjury {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0u) == 0x80u; }

// Eight bytes at a time: most text that is read is ASCII.
std::size_t ascii_prefix(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, text.data() + at, 8);
    if ((chunk & 0x8080808080808080u) != 0) break;
    at += 8;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

// Invalid input consumes the "maximal subpart" of Unicode chapter 3.9, as browsers do, so that the
// number of U+FFFD shown agrees with other programs.
DecodedChar decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};

  std::uint8_t length = 0;
  unsigned char second_low = 0x80;
  unsigned char second_high = 0xBF;
  char32_t code = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
    code = lead & 0x1Fu;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    code = lead & 0x0Fu;
    if (lead == 0xE0) second_low = 0xA0;   // overlong
    if (lead == 0xED) second_high = 0x9F;  // surrogates
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    code = lead & 0x07u;
    if (lead == 0xF0) second_low = 0x90;   // overlong
    if (lead == 0xF4) second_high = 0x8F;  // above U+10FFFF
  } else {
    return {0xFFFD, 1, false};
  }
  for (std::uint8_t i = 1; i < length; ++i) {
    if (at + i >= text.size()) return {0xFFFD, i, false};
    const unsigned char next = byte(at + i);
    const bool fits = i == 1 ? (next >= second_low && next <= second_high) : is_continuation(next);
    if (!fits) return {0xFFFD, i, false};
    code = (code << 6) | (next & 0x3Fu);
  }
  return {code, length, true};
}

void append_utf8(std::string& out, char32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

bool is_valid_utf8(std::string_view text) {
  std::size_t at = 0;
  while ((at = ascii_prefix(text, at)) < text.size()) {
    const DecodedChar c = decode_utf8(text, at);
    if (!c.valid) return false;
    at += c.bytes;
  }
  return true;
}

bool is_ascii(std::string_view text) { return ascii_prefix(text, 0) == text.size(); }

std::size_t char_edge(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  std::size_t start = at;
  for (int back = 0; back < 3 && start > 0 && is_continuation(static_cast<unsigned char>(text[start]));
       ++back)
    --start;
  // A stray continuation byte belongs to no earlier character and is an edge itself.
  return start + decode_utf8(text, start).bytes > at ? start : at;
}

}  // namespace mcpjury
