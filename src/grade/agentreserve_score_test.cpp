// The published test vectors and the order of verdicts, on rule states alone.
#include "grade/agentreserve_score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "catalog/catalog.h"

namespace mcpjury {
namespace {

using Ids = std::vector<std::string_view>;

bool among(const Ids& ids, std::string_view id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }

const Ids kNotSeenAtFirstScan = {
    "tool_surface_unchanged_since_last_scan",      "no_new_tools_since_last_scan",
    "tool_descriptions_unchanged_since_last_scan", "serverInfo_advertises_current_published_version",
    "tool_descriptions_unique_across_servers",     "active_probe_read_tools_honor_their_schema"};

// Every published rule whose class is in `classes` passes, except those named.
AgentReserveResult states(std::string_view classes, const Ids& not_applicable, const Ids& failed) {
  AgentReserveResult result;
  for (const MethodologyRule& rule : methodology("agentreserve").rules) {
    if (!rule.pack.empty()) continue;
    AgentReserveRule& made = result.rules.emplace_back();
    made.id = rule.id;
    made.severity = rule.severity;
    made.weight = rule.weight;
    const bool applies =
        classes.find(rule.rule_class) != std::string_view::npos && !among(not_applicable, rule.id);
    if (applies) made.state = among(failed, rule.id) ? RuleState::kFail : RuleState::kPass;
    made.hard_fail = rule.hard_fail && made.state == RuleState::kFail;
  }
  return result;
}

AgentReserveCoverage handshake() { return {true, true, true, false, true, "public_handshake", "full"}; }
AgentReserveCoverage perimeter() { return {true, true, false, true, true, "perimeter", "minimal"}; }

struct ExpectedScore {
  int possible, earned, score;
  char grade;
  std::string_view verdict;
};

void expect_score(const AgentReserveResult& result, const ExpectedScore& wanted) {
  EXPECT_EQ(result.possible, wanted.possible);
  EXPECT_EQ(result.earned, wanted.earned);
  EXPECT_EQ(result.score, wanted.score);
  EXPECT_EQ(result.grade, wanted.grade);
  EXPECT_EQ(result.verdict, wanted.verdict);
  std::int64_t lost = 0;
  for (const Contribution& contribution : result.contributions) lost += contribution.points;
  EXPECT_EQ(result.possible - lost, result.earned) << "the score follows from its contributions";
}

TEST(AgentReserveScore, PerimeterWithTwoFailures) {
  AgentReserveResult result = states("PA", {}, {"transport_advertises_hsts", "auth_advertises_jwks_uri"});
  EXPECT_EQ(half_up_percent(84, 89), 94);
  score_agentreserve(perimeter(), "the definition was not seen", result);
  expect_score(result, {89, 84, 87, 'B', "review"});
}

TEST(AgentReserveScore, PerimeterWithoutOriginAnswer) {
  AgentReserveResult result =
      states("PA", {"transport_validates_origin"}, {"transport_advertises_hsts", "auth_advertises_jwks_uri"});
  score_agentreserve(perimeter(), "the definition was not seen", result);
  expect_score(result, {81, 76, 87, 'B', "review"});
}

TEST(AgentReserveScore, HandshakeWithAFailedHigh) {
  AgentReserveResult result =
      states("PH", kNotSeenAtFirstScan, {"prompt_injection_surface", "all_tools_have_descriptions"});
  score_agentreserve(handshake(), "", result);
  expect_score(result, {229, 218, 95, 'A', "review"});
  EXPECT_NE(result.verdict_reason.find("prompt_injection_surface"), std::string::npos);
}

TEST(AgentReserveScore, HardFailBlocksWhateverTheScore) {
  AgentReserveResult result = states("PH", kNotSeenAtFirstScan, {"no_public_credential_access_tools"});
  score_agentreserve(handshake(), "", result);
  expect_score(result, {229, 217, 95, 'A', "block"});
  EXPECT_NE(result.verdict_reason.find("no_public_credential_access_tools"), std::string::npos);
}

TEST(AgentReserveScore, NothingFailsAtFullLevel) {
  AgentReserveResult result = states("PH", kNotSeenAtFirstScan, {});
  score_agentreserve(handshake(), "", result);
  expect_score(result, {229, 229, 100, 'A', "allow"});
}

TEST(AgentReserveScore, WithoutProofTheScoreIsWithheld) {
  AgentReserveResult result = states("P", {}, {});
  AgentReserveCoverage coverage;
  coverage.has_url = true;
  coverage.tier = "perimeter";
  score_agentreserve(coverage, "the definition was not seen", result);
  EXPECT_FALSE(result.score);
  EXPECT_EQ(result.grade, '-');
  EXPECT_EQ(result.verdict, "unknown");
  EXPECT_TRUE(result.contributions.empty());
}

TEST(AgentReserveScore, RealReportsTransportAndAuth) {
  // Transport and endpoint rules of classes P and H with Origin and HSTS failing, as published: 80 %.
  EXPECT_EQ(half_up_percent(55 - 8 - 3, 55), 80);
  // Eight auth rules without the PRM rule, jwks failing: 94 %.
  EXPECT_EQ(half_up_percent(36 - 2, 36), 94);
}

TEST(AgentReserveScore, RoundsHalfUp) {
  EXPECT_EQ(half_up_percent(1, 200), 1);     // 0.5
  EXPECT_EQ(half_up_percent(159, 200), 80);  // 79.5
  EXPECT_EQ(half_up_percent(1, 3), 33);
  EXPECT_EQ(half_up_percent(2, 3), 67);
  EXPECT_EQ(half_up_percent(0, 5), 0);
}

TEST(AgentReserveScore, VerdictOrder) {
  const auto verdict = [](AgentReserveCoverage coverage, std::string_view incomplete, const Ids& failed) {
    AgentReserveResult result = states("PH", kNotSeenAtFirstScan, failed);
    score_agentreserve(coverage, incomplete, result);
    return result;
  };
  AgentReserveCoverage none = handshake();
  none.level = "none";
  EXPECT_EQ(verdict(none, "", {}).verdict, "unknown");
  EXPECT_EQ(verdict(none, "", {"no_public_code_execution_tools"}).verdict, "block") << "block comes first";
  AgentReserveCoverage minimal = handshake();
  minimal.level = "minimal";
  EXPECT_EQ(verdict(minimal, "", {}).verdict, "review");
  minimal.useful = false;
  EXPECT_EQ(verdict(minimal, "", {"prompt_injection_surface"}).verdict, "unknown");
  EXPECT_EQ(verdict(handshake(), "", {"all_tools_have_descriptions"}).verdict, "allow");

  AgentReserveCoverage definition = handshake();
  definition.has_url = false;
  definition.tier = "definition";
  EXPECT_EQ(verdict(definition, "", {}).verdict, "review") << "a definition alone never earns allow";

  const AgentReserveResult part = verdict(handshake(), "more tools exist than were looked at", {});
  EXPECT_EQ(part.verdict, "review");
  EXPECT_EQ(part.grade, 'B');
  EXPECT_EQ(part.score, 100);
}

TEST(AgentReserveScore, BelowEightyIsReview) {
  AgentReserveResult result;
  result.rules.resize(2);
  result.rules[0].weight = 79;
  result.rules[0].state = RuleState::kPass;
  result.rules[1].weight = 21;
  result.rules[1].state = RuleState::kFail;
  result.rules[1].severity = Severity::kMedium;
  AgentReserveResult better = result;
  score_agentreserve(handshake(), "", result);
  EXPECT_EQ(result.score, 79);
  EXPECT_EQ(result.grade, 'C');
  EXPECT_EQ(result.verdict, "review");
  EXPECT_NE(result.verdict_reason.find("79"), std::string::npos);
  better.rules[0].weight = 80;
  better.rules[1].weight = 20;
  score_agentreserve(handshake(), "", better);
  EXPECT_EQ(better.grade, 'B');
  EXPECT_EQ(better.verdict, "allow");
  // A critical rule that is no hard fail asks for review.
  better = {};
  better.rules.resize(2);
  better.rules[0] = {"a", "", Severity::kLow, 99, RuleState::kPass, false, "", {}};
  better.rules[1] = {"b", "", Severity::kCritical, 1, RuleState::kFail, false, "", {}};
  score_agentreserve(handshake(), "", better);
  EXPECT_EQ(better.verdict, "review");
}

TEST(AgentReserveScore, CombinedScoreCountsBothPacks) {
  AgentReserveResult result = states("PH", kNotSeenAtFirstScan, {});
  result.ours.push_back({"x", "", Severity::kHigh, 6, RuleState::kFail, false, "", {}});
  result.ours.push_back({"y", "", Severity::kLow, 2, RuleState::kPass, false, "", {}});
  result.ours.push_back({"z", "", Severity::kLow, 2, RuleState::kNotApplicable, false, "", {}});
  score_agentreserve(handshake(), "", result);
  EXPECT_EQ(result.score, 100);
  EXPECT_EQ(result.verdict, "allow") << "pack ours never decides";
  EXPECT_EQ(result.ours_earned, 2);
  EXPECT_EQ(result.ours_possible, 8);
  EXPECT_EQ(result.combined_score, half_up_percent(231, 237));
}

TEST(AgentReserveScore, NoApplicableRuleNoScore) {
  AgentReserveResult result = states("", {}, {});
  score_agentreserve(handshake(), "the tool list is empty", result);
  EXPECT_FALSE(result.score);
  EXPECT_FALSE(result.combined_score);
  EXPECT_EQ(result.grade, '-');
  EXPECT_EQ(result.verdict, "review");
}

}  // namespace
}  // namespace mcpjury
