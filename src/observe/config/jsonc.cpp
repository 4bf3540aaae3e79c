#include "observe/config/jsonc.h"

#include "base/ascii.h"

namespace mcpjury {
namespace {

// The first place behind the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
  }
  return at < text.size() ? at + 1 : at;
}

// The first place behind the comment that begins at `at`; `at` itself when none does.
std::size_t end_of_comment(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "//") {
    const std::size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end;
  }
  if (text.substr(at, 2) != "/*") return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string out(text);
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t comma = kNone;  // the last thing that was read, if it is a comma behind a value
  char last = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
      comma = kNone;
      last = c;
      continue;
    }
    if (const std::size_t end = end_of_comment(text, at); end != at) {
      for (; at < end; ++at) {
        if (out[at] != '\n' && out[at] != '\r') out[at] = ' ';
      }
      continue;
    }
    if ((c == '}' || c == ']') && comma != kNone) out[comma] = ' ';
    if (!ascii::is_space(c)) {
      comma = c == ',' && last != ',' && last != '[' && last != '{' && last != 0 ? at : kNone;
      last = c;
    }
    ++at;
  }
  return out;
}

}  // namespace mcpjury
