// Whether a word is one of a few. one_of() is linear, for short lists; one_of_sorted() searches a sorted
// list.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "base/ascii.h"

namespace mcpjury {

template <class Words>
constexpr bool one_of(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}
constexpr bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
// The listed words are in lower case; the word may be in any.
constexpr bool one_of_any_case(std::string_view word, std::initializer_list<std::string_view> lower) {
  return std::any_of(lower.begin(), lower.end(),
                     [&](std::string_view known) { return ascii::equal_ignoring_case(word, known); });
}
template <class Words>
constexpr bool one_of_any_case(std::string_view word, const Words& lower) {
  return std::any_of(std::begin(lower), std::end(lower),
                     [&](std::string_view known) { return ascii::equal_ignoring_case(word, known); });
}
template <class Words>
constexpr bool one_of_sorted(std::string_view word, const Words& sorted) {
  return std::binary_search(std::begin(sorted), std::end(sorted), word);
}

}  // namespace mcpjury
