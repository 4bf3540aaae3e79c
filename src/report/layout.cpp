#include "report/layout.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

// East Asian wide and emoji blocks, coarsely: a line that comes out one column short does no harm.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xA960 && c <= 0xA97F) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F000 && c <= 0x1FAFF) ||
         (c >= 0x20000 && c <= 0x3FFFD);
}

// Bytes of `text` that fit into `columns`, on a character edge; at least one character.
std::size_t bytes_within(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const DecodedChar next = decode_utf8(text, at);
    used += is_wide(next.code) ? 2 : 1;
    if (used > columns && at > 0) break;
    at += next.bytes;
    if (used > columns) break;
  }
  return at;
}

std::string_view plain_form(char32_t c) {
  switch (c) {
    case 0x2013:
    case 0x2014:
    case 0x2212:
      return "-";
    case 0x2018:
    case 0x2019:
      return "'";
    case 0x201C:
    case 0x201D:
      return "\"";
    case 0x2026:
      return "...";
    case 0xA0:
      return " ";
    default:
      return {};
  }
}

std::string to_ascii(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar next = decode_utf8(text, at);
    at += next.bytes;
    if (next.code < 0x80) {
      out += static_cast<char>(next.code);
    } else if (const std::string_view plain = plain_form(next.code); !plain.empty()) {
      out += plain;
    } else {
      out += fmt::format("<U+{:04X}>", static_cast<unsigned>(next.code));
    }
  }
  return out;
}

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::kRed:
      return "\x1b[1;31m";
    case Ink::kYellow:
      return "\x1b[1;33m";
    case Ink::kGreen:
      return "\x1b[1;32m";
    case Ink::kBold:
      return "\x1b[1m";
    case Ink::kDim:
      return "\x1b[2m";
    case Ink::kNone:
      break;
  }
  return {};
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar next = decode_utf8(text, at);
    columns += is_wide(next.code) ? 2 : 1;
    at += next.bytes;
  }
  return columns;
}

std::string Page::shown(std::string_view text) const {
  std::string safe = escape_terminal(text);
  return utf8_ || is_ascii(safe) ? safe : to_ascii(safe);
}

std::string Page::fit(std::string_view text, std::size_t columns) const {
  std::string safe = shown(text);
  if (columns_of(safe) <= columns) return safe;
  const std::string_view mark = utf8_ ? "\u2026" : "...";
  const std::size_t mark_columns = utf8_ ? 1 : 3;
  if (columns <= mark_columns) return std::string(mark.substr(0, utf8_ ? mark.size() : columns));
  safe.resize(bytes_within(safe, columns - mark_columns));
  while (columns_of(safe) > columns - mark_columns) safe.clear();  // one wide character and no room for it
  return safe.append(mark);
}

std::string Page::cell(std::string_view text, std::size_t columns) const {
  std::string out = fit(text, columns);
  const std::size_t used = columns_of(out);
  return used < columns ? out.append(columns - used, ' ') : out;
}

std::string Page::inked(std::string_view text, Ink ink) const {
  if (!color_ || ink == Ink::kNone) return std::string(text);
  return std::string(code_of(ink)).append(text).append("\x1b[0m");
}

void Page::paragraph(std::string_view lead, std::string_view text, std::size_t indent, Ink lead_ink) {
  const std::string safe = shown(text);
  std::string_view rest = safe;
  std::size_t column = columns_of(lead);
  out_ += inked(lead, lead_ink);
  bool fresh = true;  // nothing but the lead or the indent on this line
  const auto break_line = [&] {
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    out_ += '\n';
    out_.append(indent, ' ');
    column = indent;
    fresh = true;
  };
  while (!rest.empty()) {
    const std::size_t begin = rest.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    rest.remove_prefix(begin);
    std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(word.size());
    if (!fresh && column + 1 + columns_of(word) > kColumns) break_line();
    if (fresh && column > indent && column + columns_of(word) > kColumns) break_line();
    if (!fresh) {
      out_ += ' ';
      ++column;
    }
    while (column + columns_of(word) > kColumns) {
      const std::size_t part = bytes_within(word, kColumns - column);
      out_.append(word.substr(0, part));
      word.remove_prefix(part);
      break_line();
    }
    out_.append(word);
    column += columns_of(word);
    fresh = false;
  }
  out_ += '\n';
}

}  // namespace mcpjury
