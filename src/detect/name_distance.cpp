#include "detect/name_distance.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "detect/tool_class.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShortest = 4;
constexpr std::size_t kShortestNear = 5;
constexpr std::size_t kSwapFrom = 8;       // letters of a name in which two are swapped
constexpr std::size_t kInsertFrom = 8;     // … in which one is missing or doubled
constexpr std::size_t kExchangeFrom = 12;  // … in which one is another

unsigned bit_of(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a');
  if (c >= '0' && c <= '9') return 26u + static_cast<unsigned>(c - '0');
  return 36u + static_cast<unsigned char>(c) % 28u;
}

// What stands between the common beginning and the common end.
struct Difference {
  std::string_view left, right;
  std::size_t at = 0;
};
Difference difference(std::string_view a, std::string_view b) {
  std::size_t begin = 0;
  while (begin < a.size() && begin < b.size() && a[begin] == b[begin]) ++begin;
  std::size_t tail = 0;
  while (tail < a.size() - begin && tail < b.size() - begin &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  return {a.substr(begin, a.size() - begin - tail), b.substr(begin, b.size() - begin - tail), begin};
}

std::string words_of(std::string_view name) {
  std::string words;
  append_name_words(words, name);
  return words;
}

// The names differ in one word, and both forms of it are words people write: verbs we know, or singular
// and plural.
bool other_word(std::string_view a, std::string_view b) {
  const std::string left = words_of(a), right = words_of(b);
  std::size_t i = 0, j = 0;
  while (i <= left.size() && j <= right.size()) {
    const std::size_t i_end = std::min(left.find(' ', i), left.size());
    const std::size_t j_end = std::min(right.find(' ', j), right.size());
    const std::string_view x = std::string_view(left).substr(i, i_end - i);
    const std::string_view y = std::string_view(right).substr(j, j_end - j);
    if (x != y) {
      if (verb_of(x) != Verb::kNone && verb_of(y) != Verb::kNone) return true;
      const bool plural = x.size() == y.size() + 1   ? x.back() == 's' && x.substr(0, y.size()) == y
                          : y.size() == x.size() + 1 ? y.back() == 's' && y.substr(0, x.size()) == x
                                                     : false;
      if (plural) return true;
    }
    i = i_end + 1;
    j = j_end + 1;
  }
  return false;
}

}  // namespace

FoldedName fold(std::string_view name) {
  FoldedName folded;
  for (char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    if (folded.size == sizeof folded.text) break;
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    folded.text[folded.size++] = low;
    folded.mask |= std::uint64_t{1} << bit_of(low);
  }
  return folded;
}

bool looks_misspelt(std::string_view name, std::string_view known) {
  const FoldedName x = fold(name), y = fold(known);
  const std::string_view a = x.view(), b = y.view();
  if (a == b || name.size() < kShortest) return false;
  const std::size_t shorter = std::min(a.size(), b.size());
  if (a.substr(0, shorter) == b.substr(0, shorter)) return false;
  const std::size_t distance = edit_distance(a, b, 2);
  const Difference edit = difference(a, b);
  const bool numbers = std::all_of(edit.left.begin(), edit.left.end(), ascii::is_digit) &&
                       std::all_of(edit.right.begin(), edit.right.end(), ascii::is_digit);
  if (distance > 2 || numbers || other_word(name, known)) return false;
  if (distance == 2) return shorter >= kTwoEditsFrom;
  if (a.size() != b.size()) return shorter >= kInsertFrom;
  const bool swapped = edit.left.size() == 2;
  return shorter >= (swapped ? kSwapFrom : kExchangeFrom);
}

NearName one_edit_apart(std::string_view a, std::string_view b) {
  const FoldedName x = fold(a), y = fold(b);
  NearName result;
  if (std::min(x.size, y.size) < kShortestNear || x.view() == y.view()) return result;
  result.near = edit_distance(x.view(), y.view(), 1) == 1;
  if (!result.near) return result;
  const Difference edit = difference(x.view(), y.view());
  const bool numbers = std::all_of(edit.left.begin(), edit.left.end(), ascii::is_digit) &&
                       std::all_of(edit.right.begin(), edit.right.end(), ascii::is_digit);
  result.ordinary = numbers || other_word(a, b);
  return result;
}

}  // namespace mcpjury
