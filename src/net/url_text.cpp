#include "net/url_text.h"

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury {
namespace {

bool is_in(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

bool is_escape(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && ascii::hex_value(text[at + 1]) >= 0 && ascii::hex_value(text[at + 2]) >= 0;
}

bool is_scheme(std::string_view text) {
  return !text.empty() && ascii::is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return ascii::is_letter(c) || ascii::is_digit(c) || is_in(c, "+-.");
  });
}

std::string_view fault_beside(std::string_view text, std::string_view extra) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x80) return "a character outside ASCII that is not escaped";
    if (c == '%') {
      if (!is_escape(text, i)) return "a % without two hex digits";
    } else if (!ascii::is_letter(c) && !ascii::is_digit(c) && !is_in(c, "-._~!$&'()*+,;=") &&
               !is_in(c, extra)) {
      return "a character that must be escaped";
    }
  }
  return {};
}

}  // namespace

UrlParts split_reference(std::string_view text) {
  UrlParts parts;
  if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
    parts.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    parts.query = text.substr(mark + 1);
    text = text.substr(0, mark);
  }
  const std::size_t colon = text.find_first_of(":/");
  if (colon != std::string_view::npos && text[colon] == ':' && is_scheme(text.substr(0, colon))) {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    const std::size_t end = std::min(text.find('/', 2), text.size());
    parts.authority = text.substr(2, end - 2);
    text.remove_prefix(end);
  }
  parts.path = text;
  return parts;
}

std::string_view common_fault(std::string_view text) {
  for (const char c : text) {
    if (c == ' ') return "a blank";
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "a control character";
    if (c == '\\') return "a backslash";
  }
  return {};
}

std::string_view tail_fault(std::string_view text) { return fault_beside(text, ":@/?[]"); }
std::string_view userinfo_fault(std::string_view text) { return fault_beside(text, ":"); }

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && is_escape(text, i)) {
      out += static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace mcpjury
