#include "detect/semver.h"

#include <gtest/gtest.h>

#include <array>

namespace mcpjury {
namespace {

int order(std::string_view a, std::string_view b) {
  const auto x = parse_semver(a), y = parse_semver(b);
  EXPECT_TRUE(x) << a;
  EXPECT_TRUE(y) << b;
  return x && y ? compare(*x, *y) : 99;
}

// The example of clause 11.4, in ascending order.
TEST(SemVer, OrdersPreReleasesAsTheStandardSays) {
  constexpr std::array kAscending = {"1.0.0-alpha",  "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
                                     "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",       "1.0.0",
                                     "1.0.1",        "1.2",           "1.10.0",           "2"};
  for (std::size_t i = 0; i < kAscending.size(); ++i) {
    for (std::size_t j = 0; j < kAscending.size(); ++j) {
      EXPECT_EQ(order(kAscending[i], kAscending[j]), i < j   ? -1
                                                     : i > j ? 1
                                                             : 0)
          << kAscending[i] << kAscending[j];
    }
  }
}

TEST(SemVer, TakesWhatServersReport) {
  EXPECT_EQ(order("v1.2.3", "1.2.3"), 0);
  EXPECT_EQ(order("1.2.3+build.7", "1.2.3"), 0);
  EXPECT_EQ(order("0", "0.0.0"), 0);
  EXPECT_EQ(order("2025.7.1", "2025.12.18"), -1);
  EXPECT_EQ(order("1.0.0-99999999999999999999999", "1.0.0-100000000000000000000000"), -1);
}

TEST(SemVer, RefusesOtherVersions) {
  for (std::string_view text :
       {"", "v", "unknown", "1.2.3.4", "1..2", "1.2.", "1.2.3-", "1.2.3-a..b", "latest", "1.x",
        "99999999999999999999999.0.0", "1.2.3 ", "72cae181ecf15b85787b9fe3bb14000d80a6b2df"}) {
    EXPECT_FALSE(parse_semver(text)) << text;
  }
}

}  // namespace
}  // namespace mcpjury
