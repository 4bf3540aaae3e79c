#include "base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace mcpjury {
namespace {

TEST(Glob, StarsAndQuestionMarks) {
  EXPECT_TRUE(glob_matches("", ""));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("*", "a/b"));
  EXPECT_TRUE(glob_matches("get_*", "get_weather"));
  EXPECT_TRUE(glob_matches("*/inputSchema/*", "/tools/3/inputSchema/properties/a"));
  EXPECT_TRUE(glob_matches("a?c", "abc"));
  EXPECT_TRUE(glob_matches("a*b*c", "aXbXbXc"));
  EXPECT_FALSE(glob_matches("", "a"));
  EXPECT_FALSE(glob_matches("a?c", "ac"));
  EXPECT_FALSE(glob_matches("get_*", "forget_x"));
  EXPECT_FALSE(glob_matches("[a]", "a"));
}

TEST(Glob, ManyStarsEnd) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(glob_matches(pattern + "b", std::string(5000, 'a')));
}

}  // namespace
}  // namespace mcpjury
