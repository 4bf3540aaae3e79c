#include <algorithm>
#include <string>

#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

struct Segment {
  bool number = true;
  std::string text = "0";
};

using Segments = std::vector<Segment>;

bool is_zero(const Segment& segment) { return segment.number && segment.text == "0"; }

// Digits and letters, with single dots between; one hyphen stands for ".pre." and may be followed by more.
bool is_gem_version(std::string_view text) {
  const std::size_t hyphen = text.find('-');
  const std::string_view head = text.substr(0, hyphen);
  for (const auto part : split(head, '.')) {
    if (part.empty() ||
        !std::all_of(part.begin(), part.end(), [](char c) { return is_digit(c) || is_letter(c); }))
      return false;
  }
  if (!all_digits(split(head, '.').front())) return false;
  if (hyphen == std::string_view::npos) return true;
  for (const auto part : split(text.substr(hyphen + 1), '.')) {
    if (part.empty() || !std::all_of(part.begin(), part.end(),
                                     [](char c) { return is_digit(c) || is_letter(c) || c == '-'; }))
      return false;
  }
  return true;
}

std::optional<Segments> parse_gem(std::string_view text) {
  text = trim(text);
  if (text.empty()) return Segments{{}};  // Gem::Version takes the empty text for 0
  if (!is_gem_version(text)) return std::nullopt;
  Segments out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '-') out.push_back({false, "pre"});
    if (!is_digit(text[at]) && !is_letter(text[at])) {
      ++at;
      continue;
    }
    const bool number = is_digit(text[at]);
    std::size_t end = at;
    while (end < text.size() && (number ? is_digit(text[end]) : is_letter(text[end]))) ++end;
    const std::string_view part = text.substr(at, end - at);
    out.push_back({number, number ? normal_number(part) : std::string(part)});
    at = end;
  }
  return out;
}

bool is_word(const Segment& segment) { return !segment.number; }

// Zeros at the end of the numbers, and at the end of what follows the first word, do not count.
Segments canonical(const Segments& segments) {
  const auto first_word = std::find_if(segments.begin(), segments.end(), is_word);
  Segments out(segments.begin(), first_word);
  while (!out.empty() && is_zero(out.back())) out.pop_back();
  out.insert(out.end(), first_word, segments.end());
  if (first_word != segments.end()) {
    while (!out.empty() && is_zero(out.back())) out.pop_back();
  }
  return out;
}

int compare_gems(const Segments& a, const Segments& b) {
  const Segments left = canonical(a), right = canonical(b);
  static const Segment kZero;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const Segment& l = i < left.size() ? left[i] : kZero;
    const Segment& r = i < right.size() ? right[i] : kZero;
    if (l.number != r.number) return l.number ? 1 : -1;
    const int order = l.number ? compare_numbers(l.text, r.text) : compare_text(l.text, r.text);
    if (order != 0) return order;
  }
  return 0;
}

// Gem::Version#release: everything in front of the first word.
Segments release(const Segments& segments) {
  return {segments.begin(), std::find_if(segments.begin(), segments.end(), is_word)};
}

// Gem::Version#bump: "5.3.1" ends before 5.4, "5" before 6.
Segments bump(const Segments& segments) {
  Segments out = release(segments);
  if (out.size() > 1) out.pop_back();
  if (!out.empty()) out.back().text = next_number(out.back().text);
  return out;
}

Holds requirement_holds(std::string_view text, const Segments& version) {
  if (take(text, "~>")) {
    const auto wanted = parse_gem(text);
    if (!wanted || trim(text).empty()) return std::nullopt;
    return compare_gems(version, *wanted) >= 0 && compare_gems(release(version), bump(*wanted)) < 0;
  }
  Op op = Op::kEqual;
  if (take(text, "!=")) {
    op = Op::kNotEqual;
  } else if (take(text, ">=")) {
    op = Op::kGreaterEqual;
  } else if (take(text, "<=")) {
    op = Op::kLessEqual;
  } else if (take(text, ">")) {
    op = Op::kGreater;
  } else if (take(text, "<")) {
    op = Op::kLess;
  } else {
    take(text, "=");
  }
  const auto wanted = parse_gem(text);
  if (!wanted || trim(text).empty()) return std::nullopt;
  return holds(op, compare_gems(version, *wanted));
}

}  // namespace

Comparison compare_rubygems(std::string_view a, std::string_view b) {
  const auto left = parse_gem(a), right = parse_gem(b);
  if (!left || !right) return std::nullopt;
  return compare_gems(*left, *right);
}

Holds rubygems_range_holds(std::string_view range, std::string_view version) {
  const auto wanted = parse_gem(version);
  if (!wanted || trim(version).empty()) return std::nullopt;
  bool all = true;
  for (const auto part : split(range, ',')) {
    const auto one = requirement_holds(trim(part), *wanted);
    if (!one) return std::nullopt;
    all = all && *one;
  }
  return all;
}

}  // namespace mcpjury::versions
