#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kNuget = Ecosystem::kNuGet;

// "Package versioning" of the NuGet documentation.
TEST(NugetVersions, FollowTheDocumentedOrder) {
  expect_ascending(kNuget, {"1.0.1-alpha", "1.0.1-alpha.2", "1.0.1-alpha.10", "1.0.1-beta", "1.0.1-open",
                            "1.0.1-rc", "1.0.1-zzz", "1.0.1", "1.0.1.1", "1.0.1.10", "1.1"});
  expect_equal(kNuget, {"1.00", "1.0", "1", "1.0.0", "1.0.0.0", "1.0.0+build"});
  expect_equal(kNuget, {"1.01.1", "1.1.1", "1.1.1.0"});
  expect_equal(kNuget, {"1.0.7+r3456", "1.0.7"});
  expect_equal(kNuget, {"1.0.0-BETA.1", "1.0.0-beta.1"});
  expect_no_versions(kNuget, {"", "1.0.0.0.0", "v1.0", "1.0-", "1..0", "1.0.0-a..b", "x"});
}

// "Version ranges" and "Floating version resolutions".
TEST(NugetRanges, HoldWhatTheDocumentationSays) {
  expect_ranges(kNuget, {
                            {"1.0", {"1.0", "2.0"}, {"0.9", "1.0-beta"}},
                            {"[1.0,)", {"1.0", "2.0"}, {"0.9"}},
                            {"(1.0,)", {"1.0.1"}, {"1.0"}},
                            {"[1.0]", {"1.0", "1.0.0"}, {"1.0.1"}},
                            {"(,1.0]", {"1.0", "0.1"}, {"1.1"}},
                            {"(,1.0)", {"0.9"}, {"1.0"}},
                            {"[1.0,2.0]", {"1.0", "2.0"}, {"2.0.1"}},
                            {"(1.0,2.0)", {"1.5", "2.0.0-rc"}, {"1.0", "2.0"}},
                            {"[1.0,2.0)", {"1.0"}, {"2.0"}},
                            {"*", {"4.0.0"}, {"4.0.0-alpha"}},
                            {"1.1.*", {"1.1.0", "1.1.7"}, {"1.2.0", "1.1.7-beta"}},
                            {"1.0.0-*", {"1.0.0-beta.2", "1.0.0"}, {"1.1.0"}},
                            {"1.0.0-beta.*", {"1.0.0-Beta.3"}, {"1.0.0-alpha"}},
                            {"*-*", {"1.0.0-beta"}, {}},
                        });
  expect_no_ranges(kNuget, "1.0", {"", "(1.0)", "[1.0", "1.0,2.0", "1*", "[1,2],[3,4]", "(,)x"});
}

}  // namespace
}  // namespace mcpjury
