#include "cli/progress.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(Progress, CountsRateAndWhatIsLeft) {
  EXPECT_EQ(progress_text("targets", {12, 400, 2, 0}, 4.0),
            "12 of 400 targets, 3.0/s, 2 failed, 2:09 min left");
  EXPECT_EQ(progress_text("lines", {45000, 0, 0, 0}, 3.0), "45000 lines, 15000/s, 3 s");
  EXPECT_EQ(progress_text("targets", {0, 1, 0, 0}, 75.0), "0 of 1 targets, 1:15 min");
  EXPECT_EQ(progress_text("targets", {5, 5, 0, 0}, 2.0), "5 of 5 targets, 2.5/s, 2 s");
  EXPECT_EQ(progress_text("targets", {0, 1, 0, 900}, 3.0), "0 of 1 targets, 900 files read, 300/s, 3 s");
  EXPECT_EQ(progress_text("targets", {5, 5, 0, 0}, 0.0), "5 of 5 targets, 0.0/s, 0 s");
}

}  // namespace
}  // namespace mcpjury
