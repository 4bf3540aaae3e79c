#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kMaven = Ecosystem::kMaven;

// "Version Order Specification" of the POM reference.
TEST(MavenVersions, HoldTheExamplesOfTheSpecification) {
  expect_equal(kMaven, {"1-1.foo-bar1baz-.1", "1-1.foo-bar-1-baz-0.1"});
  expect_equal(kMaven, {"1.0.0", "1.ga", "1.final", "1.0", "1.", "1-", "1", "1.0.0-0.0.0", "1-ga", "1-0",
                        "1-release"});
  expect_equal(kMaven, {"1.0.0-foo.0.0", "1-foo"});
  expect_ascending(kMaven, {"1", "1.1"});
  expect_ascending(kMaven, {"1-snapshot", "1", "1-sp"});
  expect_ascending(kMaven, {"1-foo2", "1-foo10"});
  expect_equal(kMaven, {"1.foo", "1-foo"});
  expect_ascending(kMaven, {"1-foo", "1-1", "1.1"});
  expect_ascending(kMaven, {"1-ga", "1-sp"});
  expect_ascending(kMaven, {"1-ga.1", "1-sp.1"});
  expect_ascending(kMaven, {"1-sp-1", "1-ga-1"});
  expect_equal(kMaven, {"1-a1", "1-alpha-1", "1alpha1"});
}

// The lists of the tests of Maven's ComparableVersion.
TEST(MavenVersions, KeepTheOrderOfMavensOwnTests) {
  expect_ascending(kMaven, {"1-alpha2snapshot",
                            "1-alpha2",
                            "1-alpha-123",
                            "1-beta-2",
                            "1-beta123",
                            "1-m2",
                            "1-m11",
                            "1-rc",
                            "1-cr2",
                            "1-rc123",
                            "1-SNAPSHOT",
                            "1",
                            "1-sp",
                            "1-sp2",
                            "1-sp123",
                            "1-abc",
                            "1-def",
                            "1-pom-1",
                            "1-1-snapshot",
                            "1-1",
                            "1-2",
                            "1-123"});
  expect_ascending(kMaven, {"2.0",    "2.0.a", "2-1",     "2.0.2", "2.0.123", "2.1.0", "2.1-a",  "2.1b",
                            "2.1-c",  "2.1-1", "2.1.0.1", "2.2",   "2.123",   "11.a2", "11.a11", "11.b2",
                            "11.b11", "11.m2", "11.m11",  "11",    "11.a",    "11b",   "11c",    "11m"});
  expect_equal(kMaven, {"1x", "1.x", "1-x", "1.0-x", "1.0.0-x", "1X"});
  expect_equal(kMaven, {"1cr", "1rc", "1Cr"});
  expect_equal(kMaven, {"1m3", "1Milestone3", "1MILESTONE3"});
  expect_ascending(kMaven, {"6.1.0rc3", "6.1.0", "6.1H.5-beta"});
  expect_ascending(kMaven, {"1-0.alpha", "1-0.beta", "1"});
  expect_ascending(kMaven, {"20190126.230843", "1234567890.12345", "123456789012345.1H.5-beta",
                            "12345678901234567890.1H.5-beta"});
}

TEST(MavenVersions, OrderRealOnes) {
  expect_ascending(kMaven, {"2.0-beta9", "2.0-rc1", "2.0", "2.3.1", "2.12.2", "2.13.0", "2.15.0"});
  expect_ascending(kMaven, {"5.3.0.RC1", "5.3.0.RELEASE", "5.3.1"});
  expect_ascending(kMaven, {"31.1-android", "31.1-jre", "32.0.0-android"});
  expect_no_versions(kMaven, {"", "  "});
}

// "Dependency Version Requirement Specification" of the POM reference.
TEST(MavenRanges, HoldTheExamplesOfTheReference) {
  expect_ranges(kMaven, {
                            {"1.0", {"1.0", "1"}, {"1.1"}},
                            {"[1.0]", {"1.0"}, {"1.0.1"}},
                            {"(,1.0]", {"0.9", "1.0", "1.0-SNAPSHOT"}, {"1.1"}},
                            {"[1.2,1.3]", {"1.2", "1.2.5", "1.3"}, {"1.1", "1.3.1"}},
                            {"[1.0,2.0)", {"1.0", "1.9"}, {"2.0"}},
                            {"[1.5,)", {"1.5", "9"}, {"1.4"}},
                            {"(,1.0],[1.2,)", {"0.1", "1.2"}, {"1.1"}},
                            {"(,1.1),(1.1,)", {"1.0", "1.2"}, {"1.1"}},
                        });
  expect_no_ranges(kMaven, "1.0", {"", "[1.0", "(1.0)", "1.0,2.0", "[1.0,2.0,3.0]", "[1.0]x", "[]"});
}

}  // namespace
}  // namespace mcpjury
