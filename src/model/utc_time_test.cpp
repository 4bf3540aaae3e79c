#include "model/utc_time.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(UtcTime, KnownMoments) {
  EXPECT_EQ(unix_seconds("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(unix_seconds("2000-02-29T12:00:00Z"), 951825600);
  EXPECT_EQ(unix_seconds("2026-11-15T05:10:04Z"), 1794719404);
  EXPECT_EQ(unix_seconds("2026-11-15T07:10:04+02:00"), 1794719404);
  EXPECT_EQ(unix_seconds("2026-11-15t05:10:04.999z"), 1794719404);
  EXPECT_EQ(unix_seconds("1969-12-31T23:59:59Z"), -1);
}

TEST(UtcTime, AnythingElseIsNoTime) {
  for (const char* text : {"", "2026-11-15", "2026-11-15T05:10:04", "2026-13-15T05:10:04Z",
                           "2026-11-15T25:10:04Z", "2026-11-15 05:10:04Z", "2026-11-15T05:10:04Zx",
                           "2026-11-15T05:10:04+0200", "Nov 15 05:10:04 2026 GMT"}) {
    EXPECT_FALSE(unix_seconds(text)) << text;
  }
}

}  // namespace
}  // namespace mcpjury
