#include "report/json_text.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/utf8.h"

namespace mcpjury {
namespace {

constexpr std::array<bool, 256> make_plain() {
  std::array<bool, 256> plain{};
  for (std::size_t i = 0x20; i < 0x7F; ++i) plain[i] = i != '"' && i != '\\';
  return plain;
}
constexpr std::array<bool, 256> kPlain = make_plain();

bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

// True when each of eight bytes is plain. May say no to a plain run next to a byte that is not; the
// bytes are then looked at one by one.
bool all_plain(std::uint64_t x) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kHighs = 0x8080808080808080u;
  const std::uint64_t quote = x ^ (kOnes * '"');
  const std::uint64_t slash = x ^ (kOnes * '\\');
  return ((x | (x - kOnes * 0x20) | (x + kOnes) | (quote - kOnes) | (slash - kOnes)) & kHighs) == 0;
}

constexpr char kHex[] = "0123456789abcdef";

char* write_unit(char* to, unsigned unit) {
  const char text[] = {'\\',           'u', kHex[unit >> 12 & 15], kHex[unit >> 8 & 15], kHex[unit >> 4 & 15],
                       kHex[unit & 15]};
  std::memcpy(to, text, sizeof text);
  return to + sizeof text;
}

char* write_escaped(char* to, char32_t code) {
  if (code < 0x10000) return write_unit(to, static_cast<unsigned>(code));
  const auto rest = static_cast<unsigned>(code) - 0x10000;
  return write_unit(write_unit(to, 0xD800 + (rest >> 10)), 0xDC00 + (rest & 0x3FF));
}

bool steers_or_hides(char32_t c) {
  if (c < 0x200B) return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E;
  if (c <= 0x206F) return c <= 0x200F || (c >= 0x2028 && c <= 0x202E) || c >= 0x2060;
  return c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

// Writes the character at `at`, which is not ASCII, and moves `at` behind it.
char* write_wide(char* to, std::string_view text, std::size_t& at) {
  const DecodedChar next = decode_utf8(text, at);
  const char* from = text.data() + at;
  at += next.bytes;
  if (!next.valid) return write_unit(to, 0xFFFD);
  if (steers_or_hides(next.code)) return write_escaped(to, next.code);
  std::memcpy(to, from, next.bytes);
  return to + next.bytes;
}

char* write_special(char* to, char c) {
  char letter = 0;
  switch (c) {
    case '"':
    case '\\':
      letter = c;
      break;
    case '\n':
      letter = 'n';
      break;
    case '\r':
      letter = 'r';
      break;
    case '\t':
      letter = 't';
      break;
    default:
      return write_unit(to, static_cast<unsigned char>(c));
  }
  *to++ = '\\';
  *to++ = letter;
  return to;
}

}  // namespace

char* write_shown(char* to, std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (at + 8 <= text.size()) {
      std::uint64_t eight;
      std::memcpy(&eight, text.data() + at, 8);
      if (all_plain(eight)) {
        std::memcpy(to, &eight, 8);
        to += 8;
        at += 8;
        continue;
      }
    }
    const std::size_t end = std::min(text.size(), at + 8);
    while (at < end) {
      const char c = text[at];
      if (is_plain(c)) {
        *to++ = c;
        ++at;
      } else if (static_cast<unsigned char>(c) < 0x80) {
        to = write_special(to, c);
        ++at;
      } else {
        to = write_wide(to, text, at);
      }
    }
  }
  return to;
}

std::string shown_json(std::string_view json_text) {
  std::string out;
  out.reserve(json_text.size() + 16);
  std::size_t run = 0;
  std::size_t at = 0;
  while (at < json_text.size()) {
    const auto byte = static_cast<unsigned char>(json_text[at]);
    if (byte < 0x7F) {
      ++at;
      continue;
    }
    out.append(json_text.substr(run, at - run));
    char shown[kMostShown];
    char* const end = byte == 0x7F ? write_unit(shown, static_cast<unsigned char>(json_text[at++]))
                                   : write_wide(shown, json_text, at);
    out.append(shown, end);
    run = at;
  }
  out.append(json_text.substr(run));
  return out;
}

}  // namespace mcpjury
