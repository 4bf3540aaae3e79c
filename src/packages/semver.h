// Semantic Versioning 2.0.0, and the comparators that npm and Cargo build their ranges of. Pure. Private.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "packages/version_text.h"

namespace mcpjury::versions {

struct Semver {
  std::array<std::string, 3> core = {"0", "0", "0"};  // decimal, no leading zeros
  std::string prerelease;                             // without the hyphen; build metadata is not kept
};

// `parts`: how many of major, minor and patch must be there; absent ones are 0, and then nothing may follow.
std::optional<Semver> parse_semver(std::string_view text, std::size_t parts = 3);
int compare_semver(const Semver& a, const Semver& b);
// Section 11.4 of the specification, on the texts after the hyphen; the empty text is a release.
int compare_prerelease(std::string_view a, std::string_view b);

struct SemverComparator {
  Op op = Op::kEqual;
  Semver version;
};

// A version in a range, of which the later parts may be absent or wildcards.
struct PartialSemver {
  Semver version;
  std::size_t given = 0;  // 0 to 3 numbers before the first wildcard or the end
  bool wildcard = false;  // an "x", "X" or "*" was written
  bool mixed = false;     // and a number behind it: "1.x.3", which npm takes behind "^" and "~" only
};

std::optional<PartialSemver> parse_partial_semver(std::string_view text);

// The range of one operator ("", "=", "<", "<=", ">", ">=", "~", "^") and a version, as comparators that must
// all hold. False when there is no such operator. A bound that excludes a whole series ends in "-0", below
// which nothing of the series is.
bool add_comparators(std::string_view op, const PartialSemver& partial, std::vector<SemverComparator>& out);
// "A - B" of npm.
void add_hyphen_range(const PartialSemver& from, const PartialSemver& to, std::vector<SemverComparator>& out);

// All hold; and a pre-release is only taken where a comparator names a pre-release of the same three numbers.
bool all_hold(const std::vector<SemverComparator>& comparators, const Semver& version);

}  // namespace mcpjury::versions
