// Versions as SemVer 2.0.0 orders them, for matching advisories.
//
// Lenient where real servers are: a leading "v" or "=", and missing minor or patch numbers, are
// accepted. Anything else that is no SemVer gives nullopt, and its versions compare by equality only.
// Views point into the text that was parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mcpjury {

struct SemVer {
  std::uint64_t major = 0, minor = 0, patch = 0;
  std::string_view pre_release;  // without the hyphen; build metadata is dropped
};

std::optional<SemVer> parse_semver(std::string_view text);

// Negative, zero or positive: precedence of clause 11.
int compare(const SemVer& a, const SemVer& b);

}  // namespace mcpjury
