#include "report/json_text.h"

#include <array>

#include "base/utf8.h"

namespace mcpjury {
namespace {

enum Class : std::uint8_t { kPlain, kEscape, kDecode };

// Only the lead bytes under which something to hide is found are decoded; the rest of UTF-8 is checked
// by its shape: any other byte of 0x80 and up goes through the decoder too, which costs little.
constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t i = 0; i < 0x20; ++i) classes[i] = kEscape;
  classes['"'] = kEscape;
  classes['\\'] = kEscape;
  classes[0x7F] = kEscape;
  for (std::size_t i = 0x80; i < 256; ++i) classes[i] = kDecode;
  return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

constexpr char kHex[] = "0123456789abcdef";

void append_unit(std::string& out, unsigned unit) {
  const char text[] = {'\\',           'u', kHex[unit >> 12 & 15], kHex[unit >> 8 & 15], kHex[unit >> 4 & 15],
                       kHex[unit & 15]};
  out.append(text, sizeof text);
}

void append_escaped(std::string& out, char32_t code) {
  if (code < 0x10000) return append_unit(out, static_cast<unsigned>(code));
  const auto rest = static_cast<unsigned>(code) - 0x10000;
  append_unit(out, 0xD800 + (rest >> 10));
  append_unit(out, 0xDC00 + (rest & 0x3FF));
}

bool steers_or_hides(char32_t c) {
  if (c < 0x200B) return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E;
  if (c <= 0x206F) return c <= 0x200F || (c >= 0x2028 && c <= 0x202E) || c >= 0x2060;
  return c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

// Appends the character at `at` and returns its length.
std::size_t append_wide(std::string& out, std::string_view text, std::size_t at) {
  const DecodedChar next = decode_utf8(text, at);
  if (!next.valid) {
    append_unit(out, 0xFFFD);
  } else if (steers_or_hides(next.code)) {
    append_escaped(out, next.code);
  } else {
    out.append(text.substr(at, next.bytes));
  }
  return next.bytes;
}

void append_control(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      append_unit(out, static_cast<unsigned char>(c));
  }
}

std::uint8_t class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }

}  // namespace

void append_shown_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t run = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::uint8_t kind = class_of(text[at]);
    if (kind == kPlain) {
      ++at;
      continue;
    }
    out.append(text.substr(run, at - run));
    if (kind == kEscape) {
      append_control(out, text[at++]);
    } else {
      at += append_wide(out, text, at);
    }
    run = at;
  }
  out.append(text.substr(run));
  out += '"';
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
    if (byte == 0x7F) {
      append_unit(out, byte);
      ++at;
    } else {
      at += append_wide(out, json_text, at);
    }
    run = at;
  }
  out.append(json_text.substr(run));
  return out;
}

}  // namespace mcpjury
