#include "packages/cvss.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "packages/cvss_vector.h"

namespace mcpjury {
namespace {

struct Case {
  std::string_view vector;
  int tenths;
};

void expect_scores(const std::vector<Case>& cases) {
  for (const auto& one : cases) {
    const auto score = cvss_score(one.vector);
    ASSERT_TRUE(score) << one.vector;
    EXPECT_EQ(score->tenths, one.tenths) << one.vector;
  }
}

// Section 3.3 of the complete guide to version 2.0: three vulnerabilities with base, temporal and
// environmental.
TEST(CvssV2, HoldsTheExamplesOfTheGuide) {
  expect_scores({
      {"AV:N/AC:L/Au:N/C:N/I:N/A:C", 78},
      {"AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C", 64},
      {"AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:H", 92},
      {"AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C/CDP:N/TD:N/CR:M/IR:M/AR:H", 0},
      {"AV:N/AC:L/Au:N/C:C/I:C/A:C", 100},
      {"AV:N/AC:L/Au:N/C:C/I:C/A:C/E:F/RL:OF/RC:C", 83},
      {"AV:N/AC:L/Au:N/C:C/I:C/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:L", 90},
      {"AV:L/AC:H/Au:N/C:C/I:C/A:C", 62},
      {"AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C", 49},
      {"AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:M", 75},
      {"(AV:L/AC:H/Au:N/C:C/I:C/A:C)", 62},
  });
}

TEST(CvssV2, HoldsPublishedBaseScores) {
  expect_scores({{"AV:L/AC:H/Au:M/C:N/I:N/A:N", 0},
                 {"AV:L/AC:H/Au:M/C:N/I:N/A:P", 8},
                 {"AV:L/AC:H/Au:M/C:C/I:C/A:C", 59},
                 {"AV:L/AC:H/Au:S/C:N/I:P/A:P", 24},
                 {"AV:L/AC:M/Au:N/C:P/I:P/A:C", 59},
                 {"AV:L/AC:L/Au:N/C:C/I:C/A:C", 72},
                 {"AV:A/AC:H/Au:N/C:P/I:P/A:P", 43},
                 {"AV:A/AC:M/Au:M/C:N/I:P/A:P", 34}});
}

// The example documents of versions 3.0 and 3.1.
TEST(CvssV3, HoldsTheExamplesOfTheSpecification) {
  expect_scores({
      {"CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 61},
      {"CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N", 64},
      {"CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N", 31},
      {"CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H", 99},
      {"CVSS:3.0/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L", 42},
      {"CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H", 88},
      {"CVSS:3.0/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H", 78},
      {"CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 75},
      {"CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 98},
      {"CVSS:3.0/AV:N/AC:H/PR:N/UI:N/S:C/C:N/I:H/A:N", 68},
      {"CVSS:3.0/AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 68},
      {"CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:N/A:N", 58},
      {"CVSS:3.0/AV:A/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:H", 93},
      {"CVSS:3.0/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N", 54},
      {"CVSS:3.0/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:N", 46},
      {"CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H", 72},
      {"CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:H", 90},
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H", 88},
      {"CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 88},
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", 0},
      {"CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:C/C:L/I:L/A:L", 66},
      {"CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:U/C:L/I:N/A:N", 35},
  });
}

TEST(CvssV3, UsesTemporalAndEnvironmentalMetrics) {
  expect_scores({
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O/RC:U", 78},
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:X/RL:X/RC:X", 98},
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MC:N/MI:N/MA:N", 0},
      // Version 3.1 changed the environmental formula for a changed scope: 9.6 becomes 9.7.
      {"CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H/MAV:N", 96},
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H/MAV:N", 97},
      {"CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:H/I:H/A:H/MAV:N", 91},
      {"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:P", 68},
  });
}

// The example document of version 4.0 and the published test vectors of its calculator.
TEST(CvssV4, HoldsTheExamplesOfTheSpecification) {
  expect_scores({
      {"CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 73},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 77},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U", 52},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N", 83},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N/CR:H/IR:L/AR:L/MAV:N/MAC:H/MVC:H/"
       "MVI:L/MVA:L",
       81},
      {"CVSS:4.0/AV:L/AC:L/AT:N/PR:N/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N", 46},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N", 51},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N", 69},
      {"CVSS:4.0/AV:L/AC:L/AT:N/PR:H/UI:N/VC:N/VI:N/VA:N/SC:H/SI:N/SA:N", 59},
      {"CVSS:4.0/AV:L/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H", 94},
      {"CVSS:4.0/AV:P/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:H/SA:N/S:P/V:D", 83},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N/E:A", 87},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:A", 93},
      {"CVSS:4.0/AV:N/AC:H/AT:P/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:P/MAC:L/MAT:N/MVC:N/MVI:N/MVA:L",
       55},
      {"CVSS:4.0/AV:A/AC:L/AT:N/PR:N/UI:N/VC:N/VI:L/VA:N/SC:H/SI:N/SA:H", 64},
      {"CVSS:4.0/AV:L/AC:L/AT:N/PR:H/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/R:I", 84},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H", 100},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N", 0},
  });
}

TEST(CvssV4, HoldsThePublishedTestVectors) {
  static constexpr std::string_view kWorst =
      "CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H";
  const std::vector<Case> suffixes = {{"", 73},
                                      {"/E:P", 59},
                                      {"/E:U", 41},
                                      {"/CR:H/IR:H/AR:M", 72},
                                      {"/CR:H/IR:M/AR:L", 71},
                                      {"/CR:M/IR:M/AR:M", 55},
                                      {"/CR:M/IR:M/AR:H", 72},
                                      {"/CR:L/IR:L/AR:H", 71},
                                      {"/CR:L/IR:L/AR:L", 54}};
  for (const auto& one : suffixes) {
    const std::string vector = std::string(kWorst) + std::string(one.vector);
    expect_scores({{vector, one.tenths}});
  }
  expect_scores({
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:H/VA:L/SC:N/SI:H/SA:L", 92},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:L/VA:L/SC:H/SI:N/SA:L", 78},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:H/SI:L/SA:H", 79},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:P/VC:L/VI:N/VA:L/SC:N/SI:H/SA:N", 63},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", 86},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:A/VC:N/VI:H/VA:H/SC:N/SI:N/SA:L", 69},
      {"CVSS:4.0/AV:N/AC:L/AT:N/PR:H/UI:A/VC:L/VI:N/VA:N/SC:H/SI:N/SA:H", 60},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:N/SA:H", 95},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:L/VI:L/VA:N/SC:H/SI:N/SA:N", 49},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:N/SA:N", 21},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:L/UI:N/VC:L/VI:L/VA:N/SC:L/SI:H/SA:H", 56},
      {"CVSS:4.0/AV:N/AC:L/AT:P/PR:H/UI:A/VC:N/VI:L/VA:N/SC:N/SI:L/SA:N", 18},
      {"CVSS:4.0/AV:N/AC:H/AT:N/PR:L/UI:A/VC:N/VI:L/VA:L/SC:H/SI:H/SA:L", 50},
      {"CVSS:4.0/AV:N/AC:H/AT:N/PR:H/UI:A/VC:N/VI:N/VA:N/SC:N/SI:H/SA:N", 40},
      {"CVSS:4.0/AV:N/AC:H/AT:P/PR:N/UI:N/VC:L/VI:L/VA:H/SC:L/SI:N/SA:N", 83},
  });
}

TEST(CvssV4, HasAScoreForEveryPossibleMacroVector) {
  int count = 0, sum = 0;
  for (int i = 0; i < 324; ++i) {
    const int eq6 = i % 2, eq5 = i / 2 % 3, eq4 = i / 6 % 3, eq3 = i / 18 % 3, eq2 = i / 54 % 2,
              eq1 = i / 108;
    const int tenths = cvss::macro_vector_tenths(eq1, eq2, eq3, eq4, eq5, eq6);
    EXPECT_EQ(tenths < 0, eq3 == 2 && eq6 == 0);
    if (tenths < 0) continue;
    ++count;
    sum += tenths;
  }
  EXPECT_EQ(count, 270);
  EXPECT_EQ(sum, 16563);
}

TEST(Cvss, NamesVersionAndSeverity) {
  const auto score = cvss_score("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H");
  ASSERT_TRUE(score);
  EXPECT_EQ(score->version, "3.1");
  EXPECT_EQ(score->severity, "critical");
  EXPECT_EQ(cvss_score("AV:N/AC:L/Au:N/C:C/I:C/A:C")->severity, "high");  // version 2 has no critical
  EXPECT_EQ(cvss_score("CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N")->severity, "low");
  EXPECT_EQ(cvss_score("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N")->severity, "none");
}

TEST(Cvss, RefusesWhatIsNoCompleteVector) {
  for (const std::string_view text :
       {"", "CVSS:3.1/", "CVSS:3.1/AV:N", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/",
        "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/A:H", "CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
        "CVSS:3.2/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/ZZ:N",
        "cvss:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
        "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:S/SI:N/SA:N", "AV:N/AC:L/Au:N/C:N/I:N", "9.8",
        "(", "()", "CVSS:3.1/AV:/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}) {
    EXPECT_FALSE(cvss_score(text)) << text;
  }
}

}  // namespace
}  // namespace mcpjury
