#include "scan/exit_policy.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace mcpjury {
namespace {

FailOn fail_on(std::string_view text) {
  auto parsed = parse_fail_on(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? *parsed : FailOn{};
}

std::string complaint(std::string_view text) {
  auto parsed = parse_fail_on(text);
  if (parsed.ok()) return {};
  EXPECT_EQ(parsed.error().code, ErrorCode::kUsage);
  return parsed.error().message;
}

TEST(FailOn, RefusesWhatItDoesNotKnow) {
  EXPECT_NE(complaint("hihg").find("known: info, low, medium, high, critical"), std::string::npos);
  EXPECT_NE(complaint("nobody:A").find("known: agentreserve"), std::string::npos);
  EXPECT_NE(complaint("tooltrust:E").find("known: A, B, C, D, F, allow"), std::string::npos);
  EXPECT_NE(complaint("high,").find("unknown condition"), std::string::npos);
  EXPECT_NE(complaint("").find("unknown condition"), std::string::npos);
  EXPECT_NE(complaint("ampel:A").find("green, amber, red"), std::string::npos);
}

TEST(FailOn, AMarkMeansThisOrWorse) {
  ScanReport report;
  report.strictness = Strictness::kPrecise;
  report.assessments.tooltrust.state = RunState::kComplete;
  report.assessments.tooltrust.precise.grade = 'F';
  EXPECT_TRUE(reached(fail_on("tooltrust:D"), report));
  EXPECT_TRUE(reached(fail_on("TOOLTRUST:f"), report));
  report.assessments.tooltrust.precise.grade = 'C';
  EXPECT_FALSE(reached(fail_on("tooltrust:D"), report));
  report.assessments.tooltrust.precise.action = "REQUIRE_APPROVAL";
  EXPECT_TRUE(reached(fail_on("tooltrust:require_approval"), report));
  EXPECT_FALSE(reached(fail_on("tooltrust:block"), report));

  report.assessments.agentreserve.state = RunState::kComplete;
  report.assessments.agentreserve.precise.verdict = "block";
  EXPECT_TRUE(reached(fail_on("agentreserve:review"), report));
  report.assessments.agentreserve.precise.verdict = "unknown";
  EXPECT_FALSE(reached(fail_on("agentreserve:allow"), report));
  report.assessments.agentreserve.precise.grade = 'D';
  EXPECT_TRUE(reached(fail_on("agentreserve:C"), report));

  report.assessments.ampel.state = RunState::kComplete;
  EXPECT_FALSE(reached(fail_on("ampel:green"), report)) << "grey is no light";
  report.assessments.ampel.precise.light = "red";
  EXPECT_TRUE(reached(fail_on("ampel:amber"), report));

  report.assessments.mcpbundles.state = RunState::kComplete;
  report.assessments.mcpbundles.precise.posture = "dangerous";
  EXPECT_TRUE(reached(fail_on("mcpbundles:risky"), report));
}

TEST(FailOn, WhatDidNotRunReachesNothingAndOverridesRule) {
  ScanReport report;
  report.assessments.aivss.precise.grade = 'F';
  EXPECT_FALSE(reached(fail_on("aivss:C"), report));
  report.assessments.aivss.state = RunState::kComplete;
  EXPECT_TRUE(reached(fail_on("aivss:C"), report));
  report.assessments.aivss.overridden.emplace();
  EXPECT_FALSE(reached(fail_on("aivss:C"), report));
}

TEST(FailOn, CountsFindingsOfTheStrictnessThatAreNotSuppressed) {
  ASSERT_FALSE(catalog().detectors.empty());
  ScanReport report;
  report.findings.emplace_back();
  report.findings[0].severity = Severity::kHigh;
  EXPECT_TRUE(reached(fail_on("medium"), report));
  EXPECT_FALSE(reached(fail_on("critical"), report));
  EXPECT_TRUE(reached(fail_on("critical,high"), report));
  EXPECT_TRUE(reached(fail_on(name_of(catalog().detectors[0].kind)), report));
  report.findings[0].confidence = Confidence::kLow;
  EXPECT_FALSE(reached(fail_on("high"), report));
  report.strictness = Strictness::kPublished;
  EXPECT_TRUE(reached(fail_on("high"), report));
  report.findings[0].suppressed = true;
  EXPECT_FALSE(reached(fail_on("high"), report));
}

TEST(ExitCodes, CombineInTheOrderOfTheProduct) {
  EXPECT_EQ(combine_exit_codes({}), 0);
  EXPECT_EQ(combine_exit_codes({0, 3}), 3);
  EXPECT_EQ(combine_exit_codes({3, 4, 0}), 4);
  EXPECT_EQ(combine_exit_codes({4, 1, 3}), 1);
  EXPECT_EQ(combine_exit_codes({1, 70, 2}), 70);
  EXPECT_EQ(combine_exit_codes({1, 2}), 2);
  EXPECT_EQ(combine_exit_codes({5, 0}), 5);
  EXPECT_EQ(combine_exit_codes({5, 3}), 3);
}

TEST(ExitCodes, NothingSeenIsIncomplete) {
  ScanReport report;
  EXPECT_EQ(exit_code(report, {}), 4);
  ExitPolicy lenient;
  lenient.exit_zero = true;
  EXPECT_EQ(exit_code(report, lenient), 0);
}

}  // namespace
}  // namespace mcpjury
