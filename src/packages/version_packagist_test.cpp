#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kPackagist = Ecosystem::kPackagist;

// The normalisation cases of composer/semver, as equalities and orders.
TEST(PackagistVersions, NormaliseAsComposerDoes) {
  expect_equal(kPackagist,
               {"1.0.0", "1.0.0.0", "v1.0.0", "1", "1.0", "1.0.0+foo", "1.0.0@dev", "1.0.0-stable"});
  expect_equal(kPackagist, {"1.0.0-rC1", "1.0.0RC1", "1.0.0-RC.1", "1.0.0.RC1"});
  expect_equal(kPackagist, {"1.0.0.pl3", "1.0.0-p3", "1.0.0-patch3", "1.0.0.0-patch3"});
  expect_equal(kPackagist, {"10.4.13-beta", "10.4.13.0-beta", "10.4.13-b"});
  expect_equal(kPackagist, {"1.0.0-alpha2.1", "1.0.0-alpha2-1"});
  expect_equal(kPackagist, {"2010-01-02", "2010:01:02"});
  expect_equal(kPackagist, {"2.1.x-dev", "2.1.X-dev", "2.1.9999999.9999999-dev"});
  expect_equal(kPackagist, {"1.0.0-beta5", "1.0.0beta5", "1.0.0.b5"});
}

TEST(PackagistVersions, OrderStabilities) {
  expect_ascending(kPackagist, {"1.0.0-dev", "1.0.0-alpha1-dev", "1.0.0-alpha1", "1.0.0-alpha2",
                                "1.0.0-alpha10", "1.0.0-beta1", "1.0.0-RC1", "1.0.0", "1.0.0-p1", "1.0.0-p2",
                                "1.0.0.1", "1.0.1", "1.0.x-dev", "1.1.0-dev", "1.1.0"});
  expect_ascending(kPackagist, {"1.0.0-alpha", "1.0.0-alpha1"});
  expect_ascending(kPackagist, {"20100102", "20110102"});
}

TEST(PackagistVersions, HaveNoOrderForBranches) {
  expect_no_versions(kPackagist, {"dev-main", "dev-master", "master", "DEV-FOOBAR", "", "a", "1.0.0-meh",
                                  "1.0.0.0.0", "feature-foo", "1.0 .2", "dev-1.0.0-dev<1.0.5-dev"});
}

// "Versions and constraints" of the Composer documentation and the parser's own cases.
TEST(PackagistRanges, HoldWhatComposerSays) {
  expect_ranges(kPackagist, {
                                {"1.0.2", {"1.0.2"}, {"1.0.3"}},
                                {">=1.0", {"1.0.0", "2.0.0", "1.0.0-beta"}, {"0.9"}},
                                {">=1.0 <2.0", {"1.5.0"}, {"2.0.0", "2.0.0-beta1"}},
                                {">=1.0,<1.1 || >=1.2", {"1.0.5", "1.2.0"}, {"1.1.0"}},
                                {"1.0 - 2.0", {"1.0.0", "2.0.9"}, {"2.1.0"}},
                                {"1.0.0 - 2.1.0", {"2.1.0"}, {"2.1.1"}},
                                {"1.0.*", {"1.0.0", "1.0.9"}, {"1.1.0"}},
                                {"1.*", {"1.9.9"}, {"2.0.0"}},
                                {"*", {"0.0.1", "99.0"}, {}},
                                {"~1.2", {"1.2.0", "1.9.9"}, {"2.0.0", "1.1.9"}},
                                {"~1.2.3", {"1.2.3", "1.2.9"}, {"1.3.0"}},
                                {"~1", {"1.9"}, {"2.0"}},
                                {"^1.2.3", {"1.2.3", "1.9.0"}, {"2.0.0", "1.2.2"}},
                                {"^0.3", {"0.3.0", "0.3.9"}, {"0.4.0"}},
                                {"^0.0.3", {"0.0.3"}, {"0.0.4"}},
                                {"^1.0 | ^2.0", {"1.1", "2.1"}, {"3.0"}},
                                {"^7.4||^8.0", {"7.4.1", "8.1.0"}, {"7.3.0", "9.0"}},
                                {"!=1.5", {"1.6"}, {"1.5.0"}},
                                {"> 1.0 , <= 2.0", {"2.0.0"}, {"1.0.0"}},
                                {"^1.0@beta", {"1.2"}, {"2.0"}},
                            });
  expect_no_ranges(kPackagist, "1.0.0", {"", "dev-main", "~>1.2", "self.version", "1.0 || ", "^x"});
  EXPECT_EQ(range_holds(kPackagist, "^1.0", "dev-main"), std::nullopt);
}

}  // namespace
}  // namespace mcpjury
