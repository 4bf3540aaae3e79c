#include "packages/versions_test_help.h"

namespace mcpjury {
namespace {

using namespace test;
constexpr Ecosystem kPypi = Ecosystem::kPyPI;

// "Summary of permitted suffixes and relative ordering" of PEP 440.
TEST(PypiVersions, FollowTheOrderOfThePep) {
  expect_ascending(kPypi, {"1.dev0",
                           "1.0.dev456",
                           "1.0a1",
                           "1.0a2.dev456",
                           "1.0a12.dev456",
                           "1.0a12",
                           "1.0b1.dev456",
                           "1.0b2",
                           "1.0b2.post345.dev456",
                           "1.0b2.post345",
                           "1.0rc1.dev456",
                           "1.0rc1",
                           "1.0",
                           "1.0+abc.5",
                           "1.0+abc.7",
                           "1.0+5",
                           "1.0.post456.dev34",
                           "1.0.post456",
                           "1.0.15",
                           "1.1.dev1"});
  expect_ascending(kPypi, {"2013.10", "2014.04", "1!1.0", "1!1.1", "1!2.0"});
  expect_ascending(kPypi,
                   {"0.9", "0.9.1", "0.9.2", "0.9.10", "0.9.11", "1.0", "1.0.1", "1.1", "2.0", "2.0.1"});
}

// "Normalization" of PEP 440.
TEST(PypiVersions, Normalise) {
  expect_equal(kPypi,
               {"1.1RC1", "1.1rc1", "1.1.rc1", "1.1-rc1", "1.1_rc.1", "1.1c1", "1.1pre1", "1.1preview1"});
  expect_equal(kPypi, {"1.1alpha1", "1.1a1", "1.1.A.1"});
  expect_equal(kPypi, {"1.1beta2", "1.1b2"});
  expect_equal(kPypi, {"1.2a", "1.2a0"});
  expect_equal(kPypi, {"1.2.post2", "1.2-post2", "1.2.post-2", "1.2-2", "1.2-r2", "1.2.rev2", "1.2post2"});
  expect_equal(kPypi, {"1.2.post", "1.2.post0"});
  expect_equal(kPypi, {"1.2.dev2", "1.2-dev2", "1.2dev2", "1.2.DEV.2"});
  expect_equal(kPypi, {"1.0+ubuntu-1", "1.0+ubuntu.1", "1.0+ubuntu_1", "1.0+UBUNTU.01"});
  expect_equal(kPypi, {"v1.0", "1.0", " 1.0\n", "1.0.0", "00001.0", "1", "0!1"});
}

TEST(PypiVersions, RefuseWhatIsNone) {
  expect_no_versions(kPypi, {"", "french toast", "1.0+a+", "1.0++", "1.0+_foobar", "1.0+foo&asd", "1.0+1+1",
                             "1.", "1!", "1.0.x", "1.0a1b2", "2004d", "dev-main"});
}

TEST(PypiNames, FollowPep503) {
  EXPECT_EQ(normal_name(kPypi, "Friendly--_.Bard"), "friendly-bard");
  EXPECT_EQ(normal_name(kPypi, "FRIENDLY_BARD"), normal_name(kPypi, "friendly.bard"));
}

TEST(PypiRanges, HoldWhatThePepSays) {
  expect_ranges(kPypi, {
                           {"~=2.2", {"2.2", "2.9"}, {"3.0", "2.1", "3.0.dev1"}},
                           {"~=1.4.5", {"1.4.5", "1.4.99"}, {"1.5", "1.4.4"}},
                           {"~=2.2.post3", {"2.2.post3", "2.3"}, {"2.2", "2.2.post2", "3.0"}},
                           {"~=1.4.5a4", {"1.4.5a4", "1.4.5", "1.4.9"}, {"1.4.5a3", "1.5"}},
                           {"~=2.2.0", {"2.2.0", "2.2.5"}, {"2.3"}},
                           {"==1.1", {"1.1", "1.1.0", "1.1+local"}, {"1.1.post1", "1.1a1", "1.1.1"}},
                           {"==1.1.post1", {"1.1.post1"}, {"1.1"}},
                           {"==1.1.*", {"1.1", "1.1.post1", "1.1a1", "1.1.9", "1.1.dev1"}, {"1.2", "1.10"}},
                           {"==1.*", {"1", "1.5"}, {"2.0", "1!1.0"}},
                           {"==1.0+abc", {"1.0+ABC"}, {"1.0", "1.0+abd"}},
                           {"!=1.1", {"1.1.post1", "1.2"}, {"1.1", "1.1.0"}},
                           {"!=1.1.*", {"1.2"}, {"1.1.post1"}},
                           {">1.7", {"1.7.1", "1.8"}, {"1.7", "1.7.0.post1", "1.7+local"}},
                           {">1.7.post2", {"1.7.1", "1.7.0.post3"}, {"1.7.0"}},
                           {"<3.1", {"3.0", "3.0.post1"}, {"3.1", "3.1.dev0", "3.1rc1"}},
                           {"<3.1rc2", {"3.1rc1"}, {"3.1rc2"}},
                           {">=1.0,<2.0,!=1.5", {"1.0", "1.9"}, {"0.9", "2.0", "1.5"}},
                           {"~=0.9, >=1.0, !=1.3.4.*, <2.0", {}, {"0.9", "1.0"}},
                           {"===foobar", {}, {"1.0"}},
                           {"===1.0", {"1.0"}, {"1.0.0"}},
                           {"", {"1.0", "1.0a1"}, {}},
                           {" >= 1.0 , ", {"1.0"}, {"0.9"}},
                       });
  expect_no_ranges(kPypi, "1.0",
                   {"1.0", "^1.0", "~=1", ">=1.0.*", "==1.0.dev1.*", ">=1.0+local", "=>1.0", "==x"});
}

}  // namespace
}  // namespace mcpjury
