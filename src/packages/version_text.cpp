#include "packages/version_text.h"

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury::versions {

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c); });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(separator, begin);
    if (end == std::string_view::npos) break;
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    parts.push_back(text.substr(begin, at - begin));
  }
  return parts;
}

std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_lower(std::string_view& text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (ascii::lower(text[i]) != prefix[i]) return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

namespace {

std::string_view without_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

std::string normal_number(std::string_view digits) {
  return digits.empty() ? "0" : std::string(without_zeros(digits));
}

int compare_numbers(std::string_view a, std::string_view b) {
  a = without_zeros(a.empty() ? "0" : a);
  b = without_zeros(b.empty() ? "0" : b);
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return compare_text(a, b);
}

std::string next_number(std::string_view digits) {
  std::string out = normal_number(digits);
  for (std::size_t i = out.size(); i > 0; --i) {
    if (out[i - 1] != '9') {
      ++out[i - 1];
      return out;
    }
    out[i - 1] = '0';
  }
  return "1" + out;
}

bool holds(Op op, int comparison) {
  switch (op) {
    case Op::kEqual:
      return comparison == 0;
    case Op::kNotEqual:
      return comparison != 0;
    case Op::kLess:
      return comparison < 0;
    case Op::kLessEqual:
      return comparison <= 0;
    case Op::kGreater:
      return comparison > 0;
    case Op::kGreaterEqual:
      return comparison >= 0;
  }
  return false;
}

}  // namespace mcpjury::versions
