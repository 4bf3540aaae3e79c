#include <string>

#include "packages/semver.h"
#include "packages/version_schemes.h"

namespace mcpjury::versions {
namespace {

std::string_view without_prefix(std::string_view text) {
  text = trim(text);
  while (!text.empty() && (text.front() == 'v' || text.front() == '=' || is_space(text.front()))) {
    text.remove_prefix(1);
  }
  return text;
}

std::string_view take_operator(std::string_view& text) {
  // "~>" means "~", and must be tried before it.
  static constexpr std::string_view kOperators[] = {"<=", ">=", "~>", "<", ">", "=", "~", "^"};
  for (const auto op : kOperators) {
    if (take(text, op)) return op == "~>" ? "~" : op;
  }
  return "";
}

bool read_comparator(std::string_view word, std::vector<SemverComparator>& out) {
  const std::string_view op = take_operator(word);
  const auto partial = parse_partial_semver(without_prefix(word));
  return partial && add_comparators(op, *partial, out);
}

// An operator may stand apart from its version ("> 1.2"); joined, every word is one comparator.
std::vector<std::string> joined_words(std::string_view text) {
  std::vector<std::string> out;
  bool open = false;
  for (const auto word : words(text)) {
    if (open) {
      out.back() += word;
    } else {
      out.emplace_back(word);
    }
    const char last = word.back();
    open = last == '<' || last == '>' || last == '=' || last == '~' || last == '^' || word == "v";
  }
  return out;
}

bool read_alternative(std::string_view text, std::vector<SemverComparator>& out) {
  const auto parts = words(text);
  if (parts.size() == 3 && parts[1] == "-") {
    const auto from = parse_partial_semver(without_prefix(parts[0]));
    const auto to = parse_partial_semver(without_prefix(parts[2]));
    if (!from || !to) return false;
    add_hyphen_range(*from, *to, out);
    return true;
  }
  for (const auto& word : joined_words(text)) {
    if (!read_comparator(word, out)) return false;
  }
  return true;
}

}  // namespace

Comparison compare_npm(std::string_view a, std::string_view b) {
  const auto left = parse_semver(without_prefix(a)), right = parse_semver(without_prefix(b));
  if (!left || !right) return std::nullopt;
  return compare_semver(*left, *right);
}

Holds npm_range_holds(std::string_view range, std::string_view version) {
  const auto wanted = parse_semver(without_prefix(version));
  if (!wanted) return std::nullopt;
  bool any = false;
  for (;;) {
    const std::size_t bars = range.find("||");
    std::vector<SemverComparator> comparators;
    if (!read_alternative(range.substr(0, bars), comparators)) return std::nullopt;
    any = any || all_hold(comparators, *wanted);
    if (bars == std::string_view::npos) return any;
    range.remove_prefix(bars + 2);
  }
}

}  // namespace mcpjury::versions
