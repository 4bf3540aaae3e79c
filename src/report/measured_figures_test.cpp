#include "report/measured_figures.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(MeasuredFigures, WilsonIntervalAsPublished) {
  // Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662; 0 of 20 is 0 to 0.1611.
  EXPECT_NEAR(wilson(81, 263).low, 0.2553, 0.0001);
  EXPECT_NEAR(wilson(81, 263).high, 0.3662, 0.0001);
  EXPECT_EQ(wilson(0, 20).low, 0.0);
  EXPECT_NEAR(wilson(0, 20).high, 0.1611, 0.0001);
  EXPECT_EQ(wilson(20, 20).high, 1.0);
  EXPECT_EQ(wilson(0, 0).low, 0.0);
  EXPECT_EQ(wilson(0, 0).high, 1.0);
}

TEST(MeasuredFigures, SharesNeedBothCounts) {
  EXPECT_EQ(share_text({81, 263}), "30.8 % (25.5 to 36.6)");
  EXPECT_EQ(share_text({}), "not measured");
  EXPECT_EQ(precision_of({"c", "d", 12, 1, -1}).all, 13);
  EXPECT_EQ(recall_of({"c", "d", 12, 1, -1}).all, 0);
  EXPECT_EQ(precision_of({"c", "d", 3, -1, 2}).all, 0);
  EXPECT_EQ(recall_of({"c", "d", 3, -1, 2}).all, 5);
}

TEST(MeasuredFigures, JsonSaysWhatWasNotMeasured) {
  const Measured rows[] = {{"corpus a", "2026-11-15", 12, 1, 3}, {"corpus b", "2026-11-15", 3, -1, 2}};
  Detector detector;
  EXPECT_TRUE(measured_json(detector).as_array().empty());
  detector.measured = rows;
  const Json json = measured_json(detector);
  const JsonObject& first = json.as_array()[0].as_object();
  EXPECT_EQ(first.at("corpus").as_string(), "corpus a");
  EXPECT_EQ(first.at("misses").as_int64(), 3);
  EXPECT_EQ(first.at("precision").at("sample").as_int64(), 13);
  EXPECT_EQ(first.at("precision").at("value").as_double(), 0.9231);
  EXPECT_EQ(first.at("precision").at("low").as_double(), 0.6669);
  EXPECT_EQ(first.at("recall").at("sample").as_int64(), 15);
  const JsonObject& second = json.as_array()[1].as_object();
  EXPECT_EQ(second.at("false_positives").as_string(), "not measured");
  EXPECT_EQ(second.at("precision").as_string(), "not measured");
  EXPECT_EQ(second.at("recall").at("sample").as_int64(), 5);
}

TEST(MeasuredFigures, TextNamesCountsAndCorpus) {
  const Measured rows[] = {{"own", "2026-11-15", 12, 1, 3}, {"others", "2026-11-15", 3, -1, 2}};
  Detector detector;
  EXPECT_EQ(measured_text(detector), "not measured");
  detector.measured = rows;
  EXPECT_EQ(measured_text(detector),
            "12 right, 1 wrong, 3 missed on own, 2026-11-15: precision 92.3 % (66.7 to 98.6), recall 80.0 % "
            "(54.8 to 93.0); 3 right, 2 missed on others, 2026-11-15: precision not measured, recall 60.0 % "
            "(23.1 to 88.2)");
}

}  // namespace
}  // namespace mcpjury
