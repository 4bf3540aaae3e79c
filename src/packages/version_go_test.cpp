#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kGo = Ecosystem::kGo;

// The order of the tests of golang.org/x/mod/semver.
TEST(GoVersions, FollowTheModuleOrder) {
  expect_ascending(
      kGo, {"v1.0.0-alpha", "v1.0.0-alpha.1", "v1.0.0-alpha.beta", "v1.0.0-beta", "v1.0.0-beta.2",
            "v1.0.0-beta.11", "v1.0.0-rc.1", "v1", "v1.2", "v1.2.3-456", "v1.2.3-456.789", "v1.2.3-456-789",
            "v1.2.3-456a", "v1.2.3-pre", "v1.2.3-zzz", "v1.2.3"});
  expect_equal(kGo, {"v1", "v1.0", "v1.0.0", "1.0.0", "1"});
  expect_no_versions(kGo,
                     {"", "v", "vbad", "v1-alpha.beta.gamma", "v1-pre", "v1.2-pre", "v01.2.3", "v1.2.3.4"});
}

// The three forms of pseudo-versions in the Go Modules Reference, each between its neighbours.
TEST(GoVersions, PlacePseudoVersions) {
  expect_ascending(kGo,
                   {"v0.0.0-20170915032832-14c0d48ead0c", "v0.0.0-20191109021931-daa7c04131f5", "v0.0.1"});
  expect_ascending(kGo, {"v1.2.3-pre", "v1.2.3-pre.0.20191109021931-daa7c04131f5", "v1.2.3"});
  expect_ascending(kGo, {"v1.2.3", "v1.2.4-0.20191109021931-daa7c04131f5", "v1.2.4"});
}

TEST(GoVersions, IgnoreIncompatible) {
  expect_equal(kGo, {"v2.0.0+incompatible", "2.0.0"});
  expect_ascending(kGo, {"v4.1.2+incompatible", "v4.1.3+incompatible"});
}

TEST(GoVersions, KnowReleasesOfGoItself) {
  expect_equal(kGo, {"go1.21rc2", "1.21.0-rc.2"});
  expect_ascending(kGo, {"go1.21beta1", "go1.21rc1", "go1.21rc2", "go1.21.0", "go1.21.1", "1.22.0-0"});
  expect_no_versions(kGo, {"go", "go1", "go1.21x", "go1.21rc"});
}

TEST(GoRanges, AreExact) {
  expect_ranges(kGo, {{"v1.2.3", {"1.2.3", "v1.2.3"}, {"v1.2.4"}}});
  expect_no_ranges(kGo, "v1.2.3", {">=1", ""});
}

}  // namespace
}  // namespace mcpjury
