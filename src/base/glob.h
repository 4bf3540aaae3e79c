// Names matched by a pattern in which * stands for any text, also none and also with slashes, and ? for one
// byte. Everything else stands for itself. Pure; the work is at most the product of both lengths.
#pragma once

#include <string_view>

namespace mcpjury {

inline bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0;
  std::size_t star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    // The star first: a star in the text is no reason to take one of the pattern literally.
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace mcpjury
