#include "text/relax.h"

#include <charconv>

namespace mcpjury {
namespace {

constexpr int kSmallBound = 8;

struct Bounds {
  int low = -1, high = -1;
  std::size_t length = 0;  // of "{m,n}", 0 when it is no repeat
};

Bounds read_bounds(std::string_view text) {
  Bounds bounds;
  const char* const end = text.data() + text.size();
  const auto low = std::from_chars(text.data() + 1, end, bounds.low);
  if (low.ec != std::errc() || low.ptr == end) return {};
  const char* at = low.ptr;
  if (*at == '}') {
    bounds.high = bounds.low;
  } else if (*at == ',') {
    const auto high = std::from_chars(at + 1, end, bounds.high);
    at = high.ptr;
    if (high.ec != std::errc()) bounds.high = -1;  // {m,}
  }
  if (at == end || *at != '}') return {};
  bounds.length = static_cast<std::size_t>(at - text.data()) + 1;
  return bounds;
}

}  // namespace

std::string relax_bounds(std::string_view expression) {
  std::string out;
  out.reserve(expression.size());
  bool in_class = false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\' && i + 1 < expression.size()) {
      // \x{...} and \p{...} hold braces that are no repeat.
      out += c;
      out += expression[++i];
      if ((expression[i] == 'x' || expression[i] == 'p' || expression[i] == 'P') && i + 1 < expression.size() &&
          expression[i + 1] == '{') {
        while (i + 1 < expression.size() && expression[i] != '}') out += expression[++i];
      }
      continue;
    }
    if (c == '[') in_class = true;
    if (c == ']') in_class = false;
    if (c == '{' && !in_class) {
      const Bounds bounds = read_bounds(expression.substr(i));
      if (bounds.length > 0 && bounds.high >= kSmallBound) {
        out += bounds.low == 0 ? '*' : '+';
        i += bounds.length - 1;
        continue;
      }
    }
    out += c;
  }
  return out;
}

}  // namespace mcpjury
