#include <algorithm>
#include <array>
#include <string>

#include "packages/semver.h"
#include "packages/version_intervals.h"
#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

struct NuGet {
  std::array<std::string, 4> numbers = {"0", "0", "0", "0"};
  std::string prerelease;  // lower case: labels compare without regard to case
};

bool is_label(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return is_digit(c) || is_letter(c) || c == '-'; });
}

bool are_labels(std::string_view text) {
  const auto parts = split(text, '.');
  return std::all_of(parts.begin(), parts.end(), is_label);
}

// One to four numbers; leading zeros do not count, and absent numbers are 0.
bool read_numbers(std::string_view text, NuGet& out, std::size_t* given = nullptr) {
  const auto parts = split(text, '.');
  if (parts.size() > 4) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!all_digits(parts[i])) return false;
    out.numbers[i] = normal_number(parts[i]);
  }
  if (given != nullptr) *given = parts.size();
  return true;
}

std::optional<NuGet> parse(std::string_view text) {
  NuGet out;
  text = trim(text);
  const std::size_t plus = text.find('+');
  if (plus != std::string_view::npos && !are_labels(text.substr(plus + 1))) return std::nullopt;
  text = text.substr(0, plus);
  const std::size_t hyphen = text.find('-');
  if (hyphen != std::string_view::npos) {
    if (!are_labels(text.substr(hyphen + 1))) return std::nullopt;
    out.prerelease = lower(text.substr(hyphen + 1));
  }
  if (!read_numbers(text.substr(0, hyphen), out)) return std::nullopt;
  return out;
}

int compare_four(const NuGet& a, const NuGet& b) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (const int order = compare_numbers(a.numbers[i], b.numbers[i]); order != 0) return order;
  }
  return 0;
}

// "*", "1.*", "1.2.*", "1.0.0-*", "1.0.0-beta.*": the newest that begins so. Only a floating label takes
// pre-releases.
Holds floating_holds(std::string_view range, const NuGet& version) {
  range.remove_suffix(1);
  if (range.empty()) return version.prerelease.empty();
  if (range == "*-") return true;
  NuGet wanted;
  const std::size_t hyphen = range.find('-');
  if (hyphen == std::string_view::npos) {
    std::size_t given = 0;
    if (range.back() != '.') return std::nullopt;
    range.remove_suffix(1);
    if (!read_numbers(range, wanted, &given) || given > 3) return std::nullopt;
    if (!version.prerelease.empty()) return false;
    return std::equal(wanted.numbers.begin(), wanted.numbers.begin() + static_cast<std::ptrdiff_t>(given),
                      version.numbers.begin());
  }
  if (!read_numbers(range.substr(0, hyphen), wanted)) return std::nullopt;
  const std::string label = lower(range.substr(hyphen + 1));
  if (!std::all_of(label.begin(), label.end(), [](char c) { return c == '.' || is_label({&c, 1}); })) {
    return std::nullopt;
  }
  if (compare_four(wanted, version) != 0) return false;
  return version.prerelease.empty() || version.prerelease.starts_with(label);
}

}  // namespace

Comparison compare_nuget(std::string_view a, std::string_view b) {
  const auto left = parse(a), right = parse(b);
  if (!left || !right) return std::nullopt;
  if (const int order = compare_four(*left, *right); order != 0) return order;
  return compare_prerelease(left->prerelease, right->prerelease);
}

Holds nuget_range_holds(std::string_view range, std::string_view version) {
  range = trim(range);
  const auto wanted = parse(version);
  if (!wanted || range.empty()) return std::nullopt;
  if (range.ends_with('*')) return floating_holds(range, *wanted);
  if (range.front() == '[' || range.front() == '(') {
    // NuGet has one interval, not a list of them.
    if (range.find_first_of("])") != range.size() - 1) return std::nullopt;
    return intervals_hold(range, version, compare_nuget);
  }
  const auto order = compare_nuget(version, range);
  if (!order) return std::nullopt;
  return *order >= 0;
}

}  // namespace mcpjury::versions
