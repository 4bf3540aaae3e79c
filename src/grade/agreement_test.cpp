#include "grade/test_server.h"

namespace mcpjury {
namespace {

// Verdicts as they are spelled, and the findings each methodology counted.
Assessments all_allow() {
  Assessments all;
  all.agentreserve.state = all.ampel.state = all.aivss.state = RunState::kComplete;
  all.mcpbundles.state = all.tooltrust.state = RunState::kComplete;
  all.agentreserve.precise.verdict = "allow";
  all.ampel.precise.light = "green";
  return all;
}

std::string_view verdict(const Agreement& agreement, std::string_view methodology) {
  for (const auto& [id, word] : agreement.verdicts) {
    if (id == methodology) return word;
  }
  return {};
}

const Disagreement* difference(const Agreement& agreement, std::string_view between) {
  for (const Disagreement& candidate : agreement.differences) {
    if (candidate.between == between) return &candidate;
  }
  return nullptr;
}

TEST(Agreement, AllAgree) {
  const auto agreement = compare_assessments(all_allow(), Strictness::kPrecise);
  ASSERT_EQ(agreement.verdicts.size(), 5u);
  for (const auto& [id, word] : agreement.verdicts) EXPECT_EQ(word, "allow") << id;
  EXPECT_TRUE(agreement.differences.empty());
}

TEST(Agreement, EveryVerdictHasItsWord) {
  Assessments all = all_allow();
  const auto word = [&](std::string_view id) {
    return verdict(compare_assessments(all, Strictness::kPrecise), id);
  };
  using Words = std::vector<std::pair<std::string_view, std::string_view>>;
  for (const auto& [given, wanted] :
       Words{{"allow", "allow"}, {"review", "caution"}, {"block", "stop"}, {"unknown", "unknown"}}) {
    all.agentreserve.precise.verdict = given;
    EXPECT_EQ(word("agentreserve"), wanted);
  }
  for (const auto& [given, wanted] :
       Words{{"green", "allow"}, {"amber", "caution"}, {"red", "stop"}, {"grey", "unknown"}}) {
    all.ampel.precise.light = given;
    EXPECT_EQ(word("ampel"), wanted);
  }
  for (const auto& [given, wanted] : Words{{"clean", "allow"},
                                           {"caution", "caution"},
                                           {"risky", "caution"},
                                           {"dangerous", "stop"},
                                           {"unknown", "unknown"}}) {
    all.mcpbundles.precise.posture = given;
    EXPECT_EQ(word("mcpbundles"), wanted);
  }
  for (const auto& [given, wanted] : std::vector<std::pair<char, std::string_view>>{{'A', "allow"},
                                                                                    {'B', "allow"},
                                                                                    {'C', "caution"},
                                                                                    {'D', "stop"},
                                                                                    {'F', "stop"},
                                                                                    {'-', "unknown"}}) {
    all.aivss.precise.grade = given;
    EXPECT_EQ(word("aivss"), wanted);
  }
  for (const auto& [given, wanted] : std::vector<std::pair<char, std::string_view>>{{'A', "allow"},
                                                                                    {'B', "allow"},
                                                                                    {'C', "caution"},
                                                                                    {'D', "caution"},
                                                                                    {'F', "stop"},
                                                                                    {'-', "unknown"}}) {
    all.tooltrust.precise.grade = given;
    EXPECT_EQ(word("tooltrust"), wanted);
  }
}

TEST(Agreement, WhatDidNotRunHasNoWord) {
  Assessments all = all_allow();
  all.tooltrust.precise.grade = 'F';
  all.mcpbundles.state = RunState::kNotRun;
  const auto agreement = compare_assessments(all, Strictness::kPrecise);
  EXPECT_EQ(verdict(agreement, "mcpbundles"), "unknown");
  EXPECT_EQ(difference(agreement, "mcpbundles/tooltrust"), nullptr);
  EXPECT_NE(difference(agreement, "agentreserve/tooltrust"), nullptr);
}

TEST(Agreement, BecauseIsWhatOnlyTheStricterCounted) {
  Assessments all = all_allow();
  all.agentreserve.precise.verdict = "review";
  all.agentreserve.precise.contributions = {{"x", {2, 5}, 3}};
  all.tooltrust.precise.grade = 'F';
  all.tooltrust.precise.contributions = {{"AS-006", {7, 2}, 25}, {"AS-007", {9}, 0}, {"AS-011", {1}, 2}};
  const auto agreement = compare_assessments(all, Strictness::kPrecise);
  ASSERT_NE(difference(agreement, "agentreserve/tooltrust"), nullptr);
  EXPECT_EQ(difference(agreement, "agentreserve/tooltrust")->because, (std::vector<std::uint32_t>{1, 7}));
  EXPECT_EQ(difference(agreement, "agentreserve/ampel")->because, (std::vector<std::uint32_t>{2, 5}));
  EXPECT_EQ(difference(agreement, "ampel/aivss"), nullptr);
}

TEST(Agreement, SameFindingsWeighedDifferently) {
  Assessments all = all_allow();
  all.tooltrust.precise.grade = 'F';
  all.tooltrust.precise.contributions = {{"AS-008", {0}, 25}};
  all.aivss.precise.grade = 'C';
  all.aivss.precise.aivss = 50;
  all.aivss.precise.contributions = {{"a", {0}, 50}, {"b", {3}, 17}};
  const auto agreement = compare_assessments(all, Strictness::kPrecise);
  EXPECT_EQ(difference(agreement, "aivss/tooltrust")->because, std::vector<std::uint32_t>{0});
  // Of aivss only the maximum drives the verdict.
  EXPECT_EQ(difference(agreement, "ampel/aivss")->because, std::vector<std::uint32_t>{0});
}

TEST(Agreement, AtMostTenReasons) {
  Assessments all = all_allow();
  all.tooltrust.precise.grade = 'F';
  Contribution many{"AS-001", {}, 250};
  for (std::uint32_t i = 0; i < 30; ++i) many.findings.push_back(29 - i);
  all.tooltrust.precise.contributions = {many};
  const auto agreement = compare_assessments(all, Strictness::kPrecise);
  const auto& because = difference(agreement, "agentreserve/tooltrust")->because;
  ASSERT_EQ(because.size(), 10u);
  EXPECT_EQ(because.front(), 0u);
  EXPECT_EQ(because.back(), 9u);
}

TEST(Agreement, FollowsTheStrictness) {
  Assessments all = all_allow();
  all.tooltrust.published.grade = 'F';
  EXPECT_EQ(verdict(compare_assessments(all, Strictness::kPrecise), "tooltrust"), "allow");
  EXPECT_EQ(verdict(compare_assessments(all, Strictness::kPublished), "tooltrust"), "stop");
}

}  // namespace
}  // namespace mcpjury
