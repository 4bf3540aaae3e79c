#include "packages/semver.h"

#include <algorithm>

namespace mcpjury::versions {
namespace {

bool is_identifier(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return is_digit(c) || is_letter(c) || c == '-'; });
}

bool has_leading_zero(std::string_view digits) { return digits.size() > 1 && digits.front() == '0'; }

// The text after the three numbers: "-pre", "+build", both or nothing.
bool read_suffix(std::string_view text, std::string& prerelease) {
  const std::size_t plus = text.find('+');
  if (plus != std::string_view::npos) {
    for (const auto part : split(text.substr(plus + 1), '.')) {
      if (!is_identifier(part)) return false;
    }
    text = text.substr(0, plus);
  }
  if (text.empty()) return true;
  if (!take(text, "-")) return false;
  for (const auto part : split(text, '.')) {
    if (!is_identifier(part)) return false;
    if (all_digits(part) && has_leading_zero(part)) return false;
  }
  prerelease = text;
  return true;
}

int compare_identifier(std::string_view a, std::string_view b) {
  const bool a_number = all_digits(a), b_number = all_digits(b);
  if (a_number && b_number) return compare_numbers(a, b);
  if (a_number != b_number) return a_number ? -1 : 1;
  return compare_text(a, b);
}

}  // namespace

std::optional<Semver> parse_semver(std::string_view text, std::size_t parts) {
  Semver out;
  for (std::size_t i = 0; i < 3; ++i) {
    if (i >= parts && text.empty()) return out;
    if (i > 0 && !take(text, ".")) {
      // A partial version carries at most build metadata ("1.2+incompatible" is written by some feeds).
      std::string prerelease;
      if (i < parts || !text.starts_with('+') || !read_suffix(text, prerelease)) return std::nullopt;
      return out;
    }
    const std::string_view digits = take_digits(text);
    if (digits.empty() || has_leading_zero(digits)) return std::nullopt;
    out.core[i] = digits;
  }
  if (!read_suffix(text, out.prerelease)) return std::nullopt;
  return out;
}

int compare_prerelease(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.empty() == b.empty() ? 0 : a.empty() ? 1 : -1;
  const auto left = split(a, '.'), right = split(b, '.');
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (const int order = compare_identifier(left[i], right[i]); order != 0) return order;
  }
  return left.size() == right.size() ? 0 : left.size() < right.size() ? -1 : 1;
}

int compare_semver(const Semver& a, const Semver& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (const int order = compare_numbers(a.core[i], b.core[i]); order != 0) return order;
  }
  return compare_prerelease(a.prerelease, b.prerelease);
}

}  // namespace mcpjury::versions
