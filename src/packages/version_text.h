// Small pure helpers that the readers of versions share. Numbers stay decimal text, because several
// ecosystems set no upper limit to them and a date with a time already needs 14 digits. Private to packages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"

namespace mcpjury::versions {

// Nobody publishes longer ones; what is longer is no version (or no range) here.
inline constexpr std::size_t kMaxVersionText = 512;
inline constexpr std::size_t kMaxRangeText = 4096;

using ascii::is_digit;
using ascii::is_letter;
using ascii::is_space;
using ascii::lower;

bool all_digits(std::string_view text);  // false for the empty text
inline std::string lower(std::string_view text) { return ascii::lowered(text); }
std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);  // keeps empty parts
std::vector<std::string_view> words(std::string_view text);                  // at white space, none empty

// Takes the digits at the start of `text` off it.
std::string_view take_digits(std::string_view& text);
bool take(std::string_view& text, std::string_view prefix);
bool take_lower(std::string_view& text, std::string_view prefix);  // prefix in lower case; any case in text

// Decimal texts of any length; leading zeros do not count. The result of normal_number has none.
std::string normal_number(std::string_view digits);
int compare_numbers(std::string_view a, std::string_view b);
std::string next_number(std::string_view digits);

inline int sign(int value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }
inline int compare_text(std::string_view a, std::string_view b) { return sign(a.compare(b)); }

enum class Op { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };
bool holds(Op op, int comparison);

}  // namespace mcpjury::versions
