#include "packages/semver.h"
#include "packages/version_schemes.h"

namespace mcpjury::versions {
namespace {

// Releases of Go itself: "1.21rc2" is what the vulnerability database writes as "1.21.0-rc.2".
std::optional<Semver> parse_toolchain(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
  auto out = parse_semver(text.substr(0, end), 2);
  if (!out) return std::nullopt;
  std::string_view rest = text.substr(end);
  if (rest.empty()) return out;
  const std::string_view word = take(rest, "rc") ? "rc." : take(rest, "beta") ? "beta." : "";
  if (word.empty() || !all_digits(rest)) return std::nullopt;
  out->prerelease = std::string(word) + normal_number(rest);
  return out;
}

// golang.org/x/mod/semver: "v1" and "v1.2" stand for v1.0.0 and v1.2.0.
std::optional<Semver> parse_go(std::string_view text) {
  text = trim(text);
  if (take(text, "go")) return parse_toolchain(text);
  take(text, "v");
  return parse_semver(text, 1);
}

}  // namespace

Comparison compare_go(std::string_view a, std::string_view b) {
  const auto left = parse_go(a), right = parse_go(b);
  if (!left || !right) return std::nullopt;
  return compare_semver(*left, *right);
}

Holds go_range_holds(std::string_view range, std::string_view version) {
  const auto order = compare_go(range, version);
  if (!order) return std::nullopt;
  return *order == 0;
}

}  // namespace mcpjury::versions
