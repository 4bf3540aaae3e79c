#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kNpm = Ecosystem::kNpm;

// Section 11 of Semantic Versioning 2.0.0.
TEST(NpmVersions, FollowTheOrderOfTheSpecification) {
  expect_ascending(kNpm, {"1.0.0", "2.0.0", "2.1.0", "2.1.1"});
  expect_ascending(kNpm, {"1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
                          "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0"});
  expect_ascending(kNpm, {"1.9.0", "1.10.0", "1.11.0"});
}

TEST(NpmVersions, IgnoreBuildMetadataAndAPrefix) {
  expect_equal(kNpm, {"1.0.0+20130313144700", "1.0.0", "v1.0.0", "=1.0.0", " = v1.0.0 ",
                      "1.0.0+21AF26D3---117B344092BD"});
  expect_equal(kNpm, {"1.0.0-beta+exp.sha.5114f85", "1.0.0-beta"});
}

TEST(NpmVersions, CompareNumbersOfAnyLength) {
  expect_ascending(kNpm, {"1.0.9007199254740993", "1.0.9007199254740994", "1.0.99999999999999999999999"});
  expect_ascending(kNpm, {"1.0.0-20210101000000", "1.0.0-99999999999999999999"});
}

TEST(NpmVersions, RefuseWhatIsNone) {
  expect_no_versions(kNpm, {"", "1", "1.2", "1.2.3.4", "01.2.3", "1.2.3-01", "1.2.3-", "1.2.3-a..b", "1.2.3+",
                            "latest", "1.2.x", "1.2.3 4", "1.2.3-ä", "git+ssh://x"});
  EXPECT_EQ(compare_versions(kNpm, std::string(600, '1') + ".0.0", "1.0.0"), std::nullopt);
}

// The README of node-semver.
TEST(NpmRanges, HoldWhatTheDocumentationSays) {
  expect_ranges(kNpm, {
                          {">=1.2.7", {"1.2.7", "1.2.8", "2.5.3", "1.3.9"}, {"1.2.6", "1.1.0"}},
                          {">=1.2.7 <1.3.0", {"1.2.7", "1.2.8", "1.2.99"}, {"1.2.6", "1.3.0", "1.1.0"}},
                          {"1.2.7 || >=1.2.9 <2.0.0", {"1.2.7", "1.2.9", "1.4.6"}, {"1.2.8", "2.0.0"}},
                          {">1.2.3-alpha.3", {"1.2.3-alpha.7", "3.4.5"}, {"3.4.5-alpha.9"}},
                          {"1.2.3 - 2.3.4", {"1.2.3", "2.3.4"}, {"1.2.2", "2.3.5"}},
                          {"1.2 - 2.3.4", {"1.2.0"}, {"1.1.9"}},
                          {"1.2.3 - 2.3", {"2.3.9"}, {"2.4.0"}},
                          {"1.2.3 - 2", {"2.9.9"}, {"3.0.0"}},
                          {"*", {"0.0.0", "99.1.2"}, {"1.0.0-beta"}},
                          {"", {"0.0.0"}, {}},
                          {"1.x", {"1.0.0", "1.9.9"}, {"2.0.0", "0.9.9"}},
                          {"1.2.x", {"1.2.0"}, {"1.3.0"}},
                          {"1", {"1.5.0"}, {"2.0.0"}},
                          {"~1.2.3", {"1.2.3", "1.2.9"}, {"1.3.0", "1.2.2"}},
                          {"~1.2", {"1.2.0"}, {"1.3.0"}},
                          {"~1", {"1.9.0"}, {"2.0.0"}},
                          {"~0.2.3", {"0.2.3"}, {"0.3.0"}},
                          {"~1.2.3-beta.2", {"1.2.3-beta.4", "1.2.4"}, {"1.2.4-beta.2", "1.3.0"}},
                          {"^1.2.3", {"1.2.3", "1.9.0"}, {"2.0.0", "1.2.2", "2.0.0-alpha"}},
                          {"^0.2.3", {"0.2.9"}, {"0.3.0"}},
                          {"^0.0.3", {"0.0.3"}, {"0.0.4"}},
                          {"^1.2.3-beta.2", {"1.2.3-beta.2", "1.9.0"}, {"1.2.4-beta.2", "2.0.0"}},
                          {"^0.0.3-beta", {"0.0.3-pr.2", "0.0.3"}, {"0.0.4"}},
                          {"^1.2.x", {"1.2.0"}, {"2.0.0"}},
                          {"^0.0.x", {"0.0.9"}, {"0.1.0"}},
                          {"^0.0", {"0.0.9"}, {"0.1.0"}},
                          {"^1.x", {"1.9.9"}, {"2.0.0"}},
                          {"^0.x", {"0.9.9"}, {"1.0.0"}},
                          {">1.2", {"1.3.0"}, {"1.2.9"}},
                          {"<=1.2", {"1.2.9"}, {"1.3.0", "1.3.0-alpha"}},
                          {"<1.2", {"1.1.9"}, {"1.2.0", "1.2.0-alpha"}},
                          {"> 1.0.0 < 2", {"1.5.0"}, {"1.0.0", "2.0.0"}},
                          {"~> 1.2.3", {"1.2.4"}, {"1.3.0"}},
                          {"^9.9.9", {"9.10.0"}, {"10.0.0"}},
                      });
}

TEST(NpmRanges, RefuseWhatIsNone) {
  expect_no_ranges(
      kNpm, "1.0.0",
      {"latest", "workspace:*", "file:../x", "1.2.3.4", "1.2-beta", ">>1", "1.0.0 || next", "1.x.3"});
  EXPECT_EQ(range_holds(kNpm, "^1.0.0", "not a version"), std::nullopt);
  EXPECT_EQ(range_holds(kNpm, std::string(5000, '*'), "1.0.0"), std::nullopt);
}

}  // namespace
}  // namespace mcpjury
