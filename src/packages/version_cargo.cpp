#include "packages/semver.h"
#include "packages/version_schemes.h"

namespace mcpjury::versions {
namespace {

bool read_requirement(std::string_view text, std::vector<SemverComparator>& out) {
  static constexpr std::string_view kOperators[] = {"<=", ">=", "<", ">", "=", "~", "^"};
  std::string_view op;
  for (const auto known : kOperators) {
    if (take(text, known)) {
      op = known;
      break;
    }
  }
  const auto partial = parse_partial_semver(trim(text));
  if (!partial || partial->mixed) return false;
  // A version without an operator is a caret requirement, unless a wildcard makes it a series.
  if (op.empty() && !partial->wildcard) op = "^";
  return add_comparators(op, *partial, out);
}

}  // namespace

Comparison compare_cargo(std::string_view a, std::string_view b) {
  const auto left = parse_semver(trim(a)), right = parse_semver(trim(b));
  if (!left || !right) return std::nullopt;
  return compare_semver(*left, *right);
}

Holds cargo_range_holds(std::string_view range, std::string_view version) {
  const auto wanted = parse_semver(trim(version));
  if (!wanted) return std::nullopt;
  std::vector<SemverComparator> comparators;
  for (const auto part : split(range, ',')) {
    if (!read_requirement(trim(part), comparators)) return std::nullopt;
  }
  return all_hold(comparators, *wanted);
}

}  // namespace mcpjury::versions
