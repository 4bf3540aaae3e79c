#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kRubygems = Ecosystem::kRubyGems;

// The documentation and tests of Gem::Version.
TEST(GemVersions, FollowGemVersion) {
  expect_ascending(kRubygems, {"1.0.a1", "1.0.a.2", "1.0.b1", "1.0"});
  expect_ascending(kRubygems, {"1.8.2.a", "1.8.2.b", "1.8.2", "1.8.2.1"});
  expect_ascending(kRubygems, {"0.beta.1", "0.0.1"});
  expect_ascending(kRubygems, {"1.8.2.a9", "1.8.2.a10", "1.8.2"});
  expect_equal(kRubygems, {"0.beta.1", "0.0.beta.1"});
  expect_equal(kRubygems, {"1.0", "1", "1.0.0", " 1.0 "});
  expect_equal(kRubygems, {"1.2.b1", "1.2.b.1"});
  expect_equal(kRubygems, {"", "0", "0.0"});
  expect_ascending(kRubygems, {"5.a", "5.0.0.rc2", "5.0.0"});
  expect_ascending(kRubygems, {"1.9.3", "1.9.3.1"});
  expect_ascending(kRubygems, {"1.9.3.alpha.5", "1.9.3", "1.9.9999"});
  expect_equal(kRubygems, {"1-1", "1.pre.1"});
  expect_no_versions(kRubygems, {"junk", "1.0\n2.0", "1..2", "1.2\\ 3.4",
                                 "2.3422222.222.222222222.22222.ads0as.dasd0.ddd2222.2.qd3e.", "a.1"});
}

TEST(GemRequirements, FollowGemRequirement) {
  expect_ranges(kRubygems, {
                               {"~> 3.1", {"3.1", "3.9"}, {"4.0", "3.0"}},
                               {"~> 3.1.0", {"3.1.0", "3.1.9"}, {"3.2"}},
                               {"~> 3", {"3.0", "3.9"}, {"4"}},
                               {"~> 1.4.4", {"1.4.4", "1.4.5"}, {"1.5", "1.4.3", "2.0"}},
                               {"~> 1.0.a", {"1.0.b", "1.0", "1.9"}, {"2.0.a", "2.0"}},
                               {"~> 5.a", {"5.0", "5.1"}, {"6.0"}},
                               {">= 1.0, < 2", {"1.0", "1.9.9"}, {"2.0", "0.9"}},
                               {"!= 1.3", {"1.4"}, {"1.3", "1.3.0"}},
                               {"1.0", {"1.0.0"}, {"1.0.1"}},
                               {"= 1.0", {"1"}, {"1.1"}},
                               {"> 1.0", {"1.0.1"}, {"1.0"}},
                               {"<= 1.0", {"1.0.a"}, {"1.0.1"}},
                               {">= 0", {"0.0.1", "3"}, {}},
                           });
  expect_no_ranges(kRubygems, "1.0", {"", "=> 1", "~> ", "^1.0", ">= 1.0,"});
}

}  // namespace
}  // namespace mcpjury
