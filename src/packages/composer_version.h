// A Composer version after normalisation: four numbers (or a date) and a stability. Pure. Private.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury::versions {

// The order in which PHP's version_compare sees the parts behind the numbers.
enum class Stability { kDev, kAlpha, kBeta, kRc, kNumber, kPatch };

struct ComposerVersion {
  struct Part {
    Stability kind = Stability::kNumber;
    std::string number;  // of kNumber
  };
  std::vector<Part> parts;
  std::size_t given = 0;  // numbers that were written, 1 to 4
  bool suffixed = false;  // a stability was written
};

// Nothing for branches ("dev-main") and for anything else without a place in the order.
std::optional<ComposerVersion> parse_composer(std::string_view text);
int compare_composer(const ComposerVersion& a, const ComposerVersion& b);

// "-dev" behind it: below every version of these numbers.
ComposerVersion lowest_of(ComposerVersion version);
// The first `position` numbers, the last of them increased when asked, then zeros and "-dev".
ComposerVersion series_bound(const ComposerVersion& version, std::size_t position, bool increase);

}  // namespace mcpjury::versions
