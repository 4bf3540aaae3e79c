#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kCargo = Ecosystem::kCrates;

TEST(CargoVersions, FollowSemanticVersioning) {
  expect_ascending(kCargo, {"0.0.1-alpha", "0.0.1", "1.0.0-rc.9", "1.0.0-rc.10", "1.0.0", "1.0.1"});
  expect_equal(kCargo, {"1.0.0", "1.0.0+build.5"});
  expect_no_versions(kCargo, {"v1.0.0", "1.0", "", "1.0.0.0"});
}

// "Specifying Dependencies" of the Cargo Book.
TEST(CargoRequirements, HoldWhatTheBookSays) {
  expect_ranges(kCargo, {
                            {"1.2.3", {"1.2.3", "1.9.0"}, {"2.0.0", "1.2.2"}},
                            {"1.2", {"1.2.0", "1.9.0"}, {"2.0.0"}},
                            {"1", {"1.0.0"}, {"2.0.0"}},
                            {"0.2.3", {"0.2.3", "0.2.9"}, {"0.3.0"}},
                            {"0.2", {"0.2.0"}, {"0.3.0"}},
                            {"0.0.3", {"0.0.3"}, {"0.0.4"}},
                            {"0.0", {"0.0.7"}, {"0.1.0"}},
                            {"0", {"0.9.0"}, {"1.0.0"}},
                            {"~1.2.3", {"1.2.3"}, {"1.3.0"}},
                            {"~1.2", {"1.2.0"}, {"1.3.0"}},
                            {"~1", {"1.9.0"}, {"2.0.0"}},
                            {"*", {"0.0.0", "7.0.0"}, {"1.0.0-alpha"}},
                            {"1.*", {"1.9.0"}, {"2.0.0"}},
                            {"1.2.*", {"1.2.9"}, {"1.3.0"}},
                            {">= 1.2.0", {"1.2.0", "9.0.0"}, {"1.1.0"}},
                            {"> 1", {"2.0.0"}, {"1.9.9"}},
                            {"< 2", {"1.9.9"}, {"2.0.0"}},
                            {"= 1.2.3", {"1.2.3"}, {"1.2.4"}},
                            {">= 1.2, < 1.5", {"1.2.0", "1.4.9"}, {"1.5.0", "1.1.0"}},
                            {"1.0.0-alpha", {"1.0.0-beta", "1.0.0", "1.1.0"}, {"1.1.0-beta"}},
                        });
  expect_no_ranges(kCargo, "1.0.0", {"", "1.*.3", "x y", ">= 1.2 < 1.5"});
}

}  // namespace
}  // namespace mcpjury
