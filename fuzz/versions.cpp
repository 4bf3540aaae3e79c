// compare_versions and range_holds of every ecosystem, and cvss_score: the order is total and the same from
// both sides, whatever the texts are. The first three lines are versions, the fourth a range, the fifth a
// vector.
#include "packages/versions.h"

#include <array>

#include "check.h"
#include "packages/cvss.h"

using namespace mcpjury;

namespace {

constexpr Ecosystem kAll[] = {Ecosystem::kNpm,      Ecosystem::kPyPI,     Ecosystem::kGo,
                              Ecosystem::kCrates,   Ecosystem::kMaven,    Ecosystem::kNuGet,
                              Ecosystem::kRubyGems, Ecosystem::kPackagist};

void check_pair(Ecosystem ecosystem, std::string_view a, std::string_view b) {
  const auto forward = compare_versions(ecosystem, a, b), backward = compare_versions(ecosystem, b, a);
  const auto self_a = compare_versions(ecosystem, a, a), self_b = compare_versions(ecosystem, b, b);
  fuzz::check(!self_a || *self_a == 0, "a version equals itself");
  fuzz::check(forward.has_value() == (self_a.has_value() && self_b.has_value()), "two versions compare");
  fuzz::check(forward.has_value() == backward.has_value(), "both ways or neither");
  fuzz::check(!forward || *forward == -*backward, "the order is the same from both sides");
  fuzz::check(!forward || (*forward >= -1 && *forward <= 1), "-1, 0 or 1");
}

void check_three(Ecosystem ecosystem, std::string_view a, std::string_view b, std::string_view c) {
  const auto ab = compare_versions(ecosystem, a, b), bc = compare_versions(ecosystem, b, c),
             ac = compare_versions(ecosystem, a, c);
  if (!ab || !bc || !ac) return;
  if (*ab <= 0 && *bc <= 0)
    fuzz::check(*ac <= 0, "what is not newer than the middle is not newer than the last");
  if (*ab >= 0 && *bc >= 0)
    fuzz::check(*ac >= 0, "what is not older than the middle is not older than the last");
  if (*ab == 0) fuzz::check(*ac == *bc, "equal versions have the same neighbours");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  std::string_view text = fuzz::as_text(data, size);
  std::array<std::string_view, 5> lines;
  for (auto& line : lines) {
    const std::size_t end = text.find('\n');
    line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  for (const Ecosystem ecosystem : kAll) {
    check_pair(ecosystem, lines[0], lines[1]);
    check_pair(ecosystem, lines[1], lines[2]);
    check_three(ecosystem, lines[0], lines[1], lines[2]);
    const bool version = compare_versions(ecosystem, lines[0], lines[0]).has_value();
    const auto holds = range_holds(ecosystem, lines[3], lines[0]);
    fuzz::check(version || !holds, "a range holds versions only");
    range_holds(ecosystem, lines[0], lines[1]);
    normal_name(ecosystem, lines[0]);
  }
  const auto score = cvss_score(lines[4]);
  fuzz::check(!score || (score->tenths >= 0 && score->tenths <= 100 && !score->severity.empty()), "0 to 10");
  return 0;
}
