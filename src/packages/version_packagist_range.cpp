#include <string>
#include <utility>

#include "packages/composer_version.h"
#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

bool at_least(const ComposerVersion& version, const ComposerVersion& bound) {
  return compare_composer(version, bound) >= 0;
}

// A bound without a stability takes in the unstable versions of its numbers.
ComposerVersion lower_bound(const ComposerVersion& bound) {
  return bound.suffixed ? bound : lowest_of(bound);
}

bool between(const ComposerVersion& version, const ComposerVersion& low, const ComposerVersion& end) {
  return at_least(version, low) && !at_least(version, end);
}

bool is_wildcard(std::string_view part) { return part == "x" || part == "X" || part == "*"; }

// "1.*", "1.2.x", "*".
std::optional<std::pair<ComposerVersion, std::size_t>> read_wildcard(std::string_view text) {
  take_lower(text, "v");
  std::string numbers;
  std::size_t given = 0;
  bool wildcard = false;
  for (const auto part : split(text, '.')) {
    if (is_wildcard(part)) {
      wildcard = true;
    } else if (wildcard || !all_digits(part) || given == 3) {
      return std::nullopt;
    } else {
      numbers += (given == 0 ? "" : ".") + std::string(part);
      ++given;
    }
  }
  if (!wildcard) return std::nullopt;
  if (given == 0) return std::pair(ComposerVersion{}, given);
  auto version = parse_composer(numbers);
  if (!version) return std::nullopt;
  return std::pair(std::move(*version), given);
}

Holds series_holds(std::string_view text, bool caret, const ComposerVersion& version) {
  const auto bound = parse_composer(text);
  if (!bound || bound->given == 0 || bound->given > 4) return std::nullopt;
  std::size_t position = 1;
  if (caret) {
    while (position < 3 && position < bound->given && bound->parts[position - 1].number == "0") ++position;
  } else if (bound->given > 1) {
    position = bound->given - 1;
  }
  return between(version, lower_bound(*bound), series_bound(*bound, position, true));
}

Holds compared(std::string_view op, std::string_view text, const ComposerVersion& version) {
  const auto bound = parse_composer(text);
  if (!bound) return std::nullopt;
  if (op == ">=") return at_least(version, lower_bound(*bound));
  if (op == "<") return !at_least(version, lower_bound(*bound));
  const int order = compare_composer(version, *bound);
  if (op == ">") return order > 0;
  if (op == "<=") return order <= 0;
  if (op == "!=" || op == "<>") return order != 0;
  return order == 0;
}

Holds constraint_holds(std::string_view text, const ComposerVersion& version) {
  if (const auto wildcard = read_wildcard(text)) {
    const auto& [bound, given] = *wildcard;
    if (given == 0) return true;
    return between(version, series_bound(bound, given, false), series_bound(bound, given, true));
  }
  if (take(text, "^")) return series_holds(text, true, version);
  if (text.starts_with("~>")) return std::nullopt;  // Composer refuses it: "~" was meant
  if (take(text, "~")) return series_holds(text, false, version);
  static constexpr std::string_view kOperators[] = {"<>", "!=", ">=", "<=", "==", ">", "<", "="};
  for (const auto op : kOperators) {
    if (take(text, op)) return compared(op, trim(text), version);
  }
  return compared("=", text, version);
}

// "1.0 - 2.0": a second version without all numbers takes in its whole series.
Holds hyphen_holds(std::string_view from, std::string_view to, const ComposerVersion& version) {
  const auto low = parse_composer(from), high = parse_composer(to);
  if (!low || !high) return std::nullopt;
  if (!at_least(version, lower_bound(*low))) return false;
  if (high->suffixed || high->given > 2) return compare_composer(version, *high) <= 0;
  return !at_least(version, series_bound(*high, high->given, true));
}

// Constraints that must all hold stand behind commas or spaces; an operator may stand apart from its version.
Holds all_hold(std::string_view text, const ComposerVersion& version) {
  std::string spaced(text);
  for (char& c : spaced) {
    if (c == ',') c = ' ';
  }
  const auto parts = words(spaced);
  if (parts.empty()) return std::nullopt;
  bool all = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string constraint(parts[i]);
    while (constraint.find_first_not_of("<>=!^~") == std::string::npos && i + 1 < parts.size()) {
      constraint += parts[++i];
    }
    Holds one;
    if (i + 2 < parts.size() && parts[i + 1] == "-") {
      one = hyphen_holds(constraint, parts[i + 2], version);
      i += 2;
    } else {
      one = constraint_holds(constraint, version);
    }
    if (i + 2 < parts.size() && parts[i + 1] == "as") i += 2;  // an alias is for the resolver
    if (!one) return std::nullopt;
    all = all && *one;
  }
  return all;
}

}  // namespace

Holds packagist_range_holds(std::string_view range, std::string_view version) {
  const auto wanted = parse_composer(version);
  if (!wanted) return std::nullopt;
  bool any = false;
  for (;;) {
    const std::size_t bar = range.find('|');
    const auto one = all_hold(range.substr(0, bar), *wanted);
    if (!one) return std::nullopt;
    any = any || *one;
    if (bar == std::string_view::npos) return any;
    range.remove_prefix(bar + 1);
    take(range, "|");  // one bar means the same as two
  }
}

}  // namespace mcpjury::versions
