#include "scan/clock.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace mcpjury {
namespace {

TEST(Clock, WritesRfc3339) {
  EXPECT_EQ(format_time(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_time(951'782'399), "2000-02-28T23:59:59Z");
  EXPECT_EQ(format_time(951'868'800), "2000-03-01T00:00:00Z");
  EXPECT_EQ(format_time(-5), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_time(INT64_MAX), "9999-12-31T23:59:59Z");
}

TEST(Clock, ObeysSourceDateEpoch) {
  ::setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  EXPECT_EQ(current_time(), "2023-11-14T22:13:20Z");
  ::setenv("SOURCE_DATE_EPOCH", "tomorrow", 1);
  EXPECT_EQ(current_time().size(), 20u);
  ::unsetenv("SOURCE_DATE_EPOCH");
}

}  // namespace
}  // namespace mcpjury
