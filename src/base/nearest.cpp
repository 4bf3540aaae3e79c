#include "base/nearest.h"

#include <algorithm>
#include <numeric>

namespace mcpjury {
namespace {

constexpr std::size_t kLongestWord = 80;

char folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '_' ? '-' : c;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = corner + (folded(a[i]) == folded(b[j]) ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, corner + 1});
    }
  }
  return row[b.size()];
}

bool contains_folded(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char x, char y) { return folded(x) == folded(y); }) != text.end();
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t most) {
  if (word.empty() || word.size() > kLongestWord) return {};
  std::vector<std::pair<std::size_t, const std::string*>> ranked;
  for (const std::string& name : names) {
    std::size_t distance = edit_distance(word, name);
    // Half a name is a better hint than a few wrong letters.
    if (word.size() >= 3 && contains_folded(name, word)) distance = 1;
    if (distance <= std::max<std::size_t>(2, word.size() / 3)) ranked.emplace_back(distance, &name);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (const auto& entry : ranked) {
    if (out.size() == most) break;
    out.push_back(*entry.second);
  }
  return out;
}

}  // namespace mcpjury
