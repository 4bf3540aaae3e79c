#include "cli/wrap.h"

#include <algorithm>

namespace mcpjury {
namespace {

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void append_wrapped(std::string& out, std::string_view text, std::string_view first, std::size_t indent) {
  constexpr std::string_view kBlanks = " \t\r\n";
  out += first;
  std::size_t column = width_of(first);
  bool at_start = true;
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t width = width_of(word);
    if (!at_start && column + 1 + width > kColumns) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
      at_start = true;
    }
    if (!at_start) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    at_start = false;
    at = text.find_first_not_of(kBlanks, end);
  }
  out += '\n';
}

void append_section(std::string& out, std::string_view heading, std::string_view text) {
  if (text.empty()) return;
  out += '\n';
  out += heading;
  out += '\n';
  append_wrapped(out, text, "  ", 2);
}

}  // namespace mcpjury
