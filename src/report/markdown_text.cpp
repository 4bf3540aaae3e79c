#include "report/markdown_text.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"

namespace mcpjury {

namespace {

// Whether what follows this character must be kept apart from it: "@name", "#1", "://", "www.".
bool begins_reference(std::string_view line, std::size_t at) {
  switch (line[at]) {
    case '@':
    case '#':
      return true;
    case ':':
      return at + 1 < line.size() && line[at + 1] == '/';
    case '.':
      return at >= 3 && ascii::equal_ignoring_case(line.substr(at - 3, 3), "www");
    default:
      return false;
  }
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kParted = "<!-- -->";
  const std::string line = escape_terminal(text);
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!begins_reference(line, at)) continue;
    out += escape_markdown(std::string_view(line).substr(from, at - from));
    out += '\\';
    out += line[at];
    out += kParted;
    from = at + 1;
  }
  return out + escape_markdown(std::string_view(line).substr(from));
}

std::string markdown_code(std::string_view text) {
  std::string line = escape_terminal(text);
  std::size_t longest = 0, run = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  // A span of blanks alone is no span.
  if (line.find_first_not_of(' ') == std::string::npos) line = "(blank)";
  const std::string fence(longest + 1, '`');
  const bool pad = line.front() == '`' || line.back() == '`' || line.front() == ' ' || line.back() == ' ';
  return fence + (pad ? " " : "") + line + (pad ? " " : "") + fence;
}

}  // namespace mcpjury
