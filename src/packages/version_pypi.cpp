#include <algorithm>
#include <array>
#include <utility>

#include "packages/pep440.h"
#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

bool is_separator(char c) { return c == '.' || c == '-' || c == '_'; }

void take_separator(std::string_view& text) {
  if (!text.empty() && is_separator(text.front())) text.remove_prefix(1);
}

// [separator] word [separator] [number]; nothing is taken when none of the words stands there. Longer words
// come first in the lists, so that "alpha" is not read as "a" and rubbish.
template <std::size_t N>
std::optional<std::pair<std::string_view, std::string>> take_word_number(
    std::string_view& text, const std::array<std::pair<std::string_view, std::string_view>, N>& known) {
  std::string_view rest = text;
  take_separator(rest);
  for (const auto& [spelling, normal] : known) {
    if (!take_lower(rest, spelling)) continue;
    take_separator(rest);
    std::string number = normal_number(take_digits(rest));  // absent is 0
    text = rest;
    return std::pair(normal, std::move(number));
  }
  return std::nullopt;
}

using Words = std::pair<std::string_view, std::string_view>;
constexpr std::array<Words, 8> kPre = {{{"preview", "rc"},
                                        {"alpha", "a"},
                                        {"beta", "b"},
                                        {"pre", "rc"},
                                        {"rc", "rc"},
                                        {"a", "a"},
                                        {"b", "b"},
                                        {"c", "rc"}}};
constexpr std::array<Words, 3> kPost = {{{"post", ""}, {"rev", ""}, {"r", ""}}};
constexpr std::array<Words, 1> kDev = {{{"dev", ""}}};

bool read_local(std::string_view text, Pep440& out) {
  std::string part;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (is_digit(text[i]) || is_letter(text[i]))) {
      part += lower(text[i]);
      continue;
    }
    if (part.empty() || (i < text.size() && !is_separator(text[i]))) return false;
    out.local.push_back(all_digits(part) ? normal_number(part) : part);
    part.clear();
  }
  return true;
}

bool take_release(std::string_view& text, Pep440& out) {
  for (;;) {
    const std::string_view digits = take_digits(text);
    if (digits.empty()) return false;
    out.release.push_back(normal_number(digits));
    if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return true;
    text.remove_prefix(1);
  }
}

void take_post(std::string_view& text, Pep440& out) {
  if (text.size() > 1 && text[0] == '-' && is_digit(text[1])) {
    text.remove_prefix(1);
    out.post = normal_number(take_digits(text));
  } else if (auto word = take_word_number(text, kPost)) {
    out.post = std::move(word->second);
  }
}

int compare_local(const Pep440& a, const Pep440& b) {
  for (std::size_t i = 0; i < std::min(a.local.size(), b.local.size()); ++i) {
    const bool a_number = all_digits(a.local[i]), b_number = all_digits(b.local[i]);
    if (a_number != b_number) return a_number ? 1 : -1;
    const int order =
        a_number ? compare_numbers(a.local[i], b.local[i]) : compare_text(a.local[i], b.local[i]);
    if (order != 0) return order;
  }
  return a.local.size() == b.local.size() ? 0 : a.local.size() < b.local.size() ? -1 : 1;
}

// Within one release: X.dev < X.a < X.b < X.rc < X < X.post.
int pre_rank(const Pep440& version) {
  if (version.pre_letter == "a") return 1;
  if (version.pre_letter == "b") return 2;
  if (version.pre_letter == "rc") return 3;
  return !version.post && version.dev ? 0 : 4;
}

int compare_optional(const std::optional<std::string>& a, const std::optional<std::string>& b, int absent) {
  if (a && b) return compare_numbers(*a, *b);
  if (!a && !b) return 0;
  return a ? -absent : absent;
}

}  // namespace

std::optional<Pep440> parse_pep440(std::string_view text) {
  Pep440 out;
  text = trim(text);
  take_lower(text, "v");
  std::string_view rest = text;
  const std::string_view epoch = take_digits(rest);
  if (!epoch.empty() && take(rest, "!")) {
    out.epoch = normal_number(epoch);
    text = rest;
  }
  if (!take_release(text, out)) return std::nullopt;
  if (auto pre = take_word_number(text, kPre)) {
    out.pre_letter = pre->first;
    out.pre_number = std::move(pre->second);
  }
  take_post(text, out);
  if (auto dev = take_word_number(text, kDev)) out.dev = std::move(dev->second);
  if (take(text, "+")) {
    if (!read_local(text, out)) return std::nullopt;
    return out;
  }
  if (!text.empty()) return std::nullopt;
  return out;
}

int compare_releases(const Pep440& a, const Pep440& b) {
  if (const int order = compare_numbers(a.epoch, b.epoch); order != 0) return order;
  for (std::size_t i = 0; i < std::max(a.release.size(), b.release.size()); ++i) {
    const std::string_view left = i < a.release.size() ? std::string_view(a.release[i]) : "0";
    const std::string_view right = i < b.release.size() ? std::string_view(b.release[i]) : "0";
    if (const int order = compare_numbers(left, right); order != 0) return order;
  }
  return 0;
}

int compare_pep440(const Pep440& a, const Pep440& b) {
  if (const int order = compare_releases(a, b); order != 0) return order;
  if (const int order = pre_rank(a) - pre_rank(b); order != 0) return sign(order);
  if (const int order = compare_numbers(a.pre_number, b.pre_number); order != 0) return order;
  if (const int order = compare_optional(a.post, b.post, -1); order != 0) return order;
  if (const int order = compare_optional(a.dev, b.dev, 1); order != 0) return order;
  return compare_local(a, b);
}

Comparison compare_pypi(std::string_view a, std::string_view b) {
  const auto left = parse_pep440(a), right = parse_pep440(b);
  if (!left || !right) return std::nullopt;
  return compare_pep440(*left, *right);
}

}  // namespace mcpjury::versions
