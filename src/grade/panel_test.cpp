#include "grade/panel.h"

#include <algorithm>
#include <random>

#include "grade/test_server.h"
#include "model/aivss_vector.h"
#include "model/consensus.h"

namespace mcpjury {
namespace {

using testing::contribution_of;
using testing::TestServer;

// A tool judged with these scores; a negative one abstains.
JudgedTool judged_with(const std::vector<int>& scores) {
  JudgedTool tool;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    JudgementView& judgement = tool.judgements.emplace_back();
    judgement.judge = static_cast<std::uint16_t>(i);
    judgement.answered = scores[i] >= 0;
    judgement.score = judgement.scores[0] = std::max(0, scores[i]);
  }
  return tool;
}

// Some vector for most numbers: the nearest one from below.
std::string vector_near(int tenths) {
  std::string best = "S:T/E:T/I:N/D:O/A:N";
  int found = 0;
  for (const char s : {'T', 'S', 'H'})
    for (const char e : {'T', 'C', 'O', 'U'})
      for (const char i : {'N', 'L', 'M', 'H', 'C'})
        for (const char d : {'O', 'L', 'S', 'I'})
          for (const char a : {'N', 'P', 'F'}) {
            const std::string text = {'S', ':', s,   '/', 'E', ':', e,   '/', 'I', ':',
                                      i,   '/', 'D', ':', d,   '/', 'A', ':', a};
            const int value = aivss_tenths(*parse_aivss(text));
            if (value <= tenths && value > found) {
              best = text;
              found = value;
            }
          }
  return best;
}

// answers[tool][judge] in tenths, given to the question about injection; negative abstains.
Json facet_of(const std::vector<std::string>& tools, const std::vector<std::vector<int>>& answers) {
  JsonArray seats, list;
  std::size_t judges = 0;
  for (const auto& one : answers) judges = std::max(judges, one.size());
  for (std::size_t j = 0; j < judges; ++j)
    seats.push_back(JsonObject{{"id", "j" + std::to_string(j)}, {"kind", "heuristic"}});
  for (std::size_t t = 0; t < answers.size(); ++t) {
    JsonArray judgements;
    for (std::size_t j = 0; j < answers[t].size(); ++j) {
      JsonObject judgement{{"judge", "j" + std::to_string(j)},
                           {"state", answers[t][j] < 0 ? "abstained" : "answered"}};
      if (answers[t][j] >= 0) {
        JsonObject vectors;
        for (const std::string_view question : kJudgeQuestionNames) vectors[question] = "S:T/E:T/I:N/D:O/A:N";
        vectors["injection"] = vector_near(answers[t][j]);
        judgement["vectors"] = std::move(vectors);
      }
      judgements.push_back(std::move(judgement));
    }
    list.push_back(JsonObject{{"tool", tools[t]}, {"index", t}, {"judgements", std::move(judgements)}});
  }
  return JsonObject{{"mode", "deep"}, {"judges", std::move(seats)}, {"tools", std::move(list)}};
}

TEST(Panel, MedianByTheNumberOfAnswers) {
  EXPECT_EQ(median_tenths({90, 10, 50, 20, 70}), 50);
  EXPECT_EQ(median_tenths({10, 21, 30, 90}), 26);  // 25.5, half up
  EXPECT_EQ(median_tenths({10, 20, 90}), 20);
  EXPECT_EQ(median_tenths({10, 90}), std::nullopt);
  EXPECT_EQ(median_tenths({}), std::nullopt);
}

TEST(Panel, VectorsOfTheSpecification) {
  const PanelTool split = judge_tool(judged_with({10, 12, 11, 99, 98}), 0);
  EXPECT_EQ(split.median, 12);
  EXPECT_EQ(split.spread, 89);
  EXPECT_EQ(split.agreement, "low");
  EXPECT_EQ(split.dissenters.size(), 2u);
  EXPECT_TRUE(split.needs_review);
  const JudgedTool three = judged_with({80, 80, 80, 10, 10});
  EXPECT_EQ(judge_tool(three, 0).median, 80);
  EXPECT_EQ(judge_tool(three, 0).merged, 69);
  EXPECT_EQ(judge_tool(three, 50).merged, 70);
  EXPECT_EQ(judge_tool(three, 85).merged, 85);
}

TEST(Panel, VotesDeviationAgreement) {
  const PanelTool tool = judge_tool(judged_with({19, 20, 39, 40, 70}), 0);
  EXPECT_EQ(tool.votes, (std::array<int, 4>{1, 2, 1, 1}));
  EXPECT_EQ(tool.median, 39);
  EXPECT_EQ(tool.deviation, 14);  // 20 + 19 + 0 + 1 + 31 = 71 fifths
  EXPECT_EQ(tool.dissenters, (std::vector<std::uint16_t>{0, 4}));
  EXPECT_EQ(judge_tool(judged_with({10, 20, 15}), 0).agreement, "high");
  EXPECT_EQ(judge_tool(judged_with({10, 21, 15}), 0).agreement, "medium");
  EXPECT_EQ(judge_tool(judged_with({10, 41, 15}), 0).agreement, "low");
  // Medium agreement, and one voice above 7.0 that is far from the rest.
  EXPECT_TRUE(judge_tool(judged_with({45, 45, 45, 45, 71}), 0).needs_review);
  EXPECT_FALSE(judge_tool(judged_with({45, 45, 45, 45, 70}), 0).needs_review);
}

TEST(Panel, WhereTheRulesAreStricter) {
  EXPECT_TRUE(judge_tool(judged_with({30, 30, 30}), 50).disagrees);
  EXPECT_FALSE(judge_tool(judged_with({31, 31, 31}), 50).disagrees);
  const PanelTool few = judge_tool(judged_with({0, 0, -1, -1, -1}), 50);
  EXPECT_EQ(few.median, std::nullopt);
  EXPECT_FALSE(few.disagrees);
  EXPECT_EQ(few.merged, 50);
  EXPECT_EQ(few.agreement, "");
}

// One liar of five cannot leave the range of the others; two reach an honest extreme at most.
TEST(Panel, WhatLiarsCanDo) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> any(0, 100);
  for (int round = 0; round < 2000; ++round) {
    std::vector<int> honest(4);
    for (int& score : honest) score = any(random);
    const auto [low, high] = std::minmax_element(honest.begin(), honest.end());
    for (const int lie : {0, any(random), 100}) {
      std::vector<int> all = honest;
      all.push_back(lie);
      EXPECT_GE(*median_tenths(all), *low);
      EXPECT_LE(*median_tenths(all), *high);
    }
    const std::vector<int> three(honest.begin(), honest.begin() + 3);
    std::vector<int> all = three;
    all.insert(all.end(), {100, 100});
    EXPECT_LE(*median_tenths(all), *std::max_element(three.begin(), three.end()));
  }
}

// Over every rule score and every median: never lower, never past the bounds, never less for a worse rule
// score.
TEST(Panel, TheMergeOnlyRaisesWithinBounds) {
  for (int median = 0; median <= 100; ++median) {
    int before = -1;
    for (int rule = 0; rule <= 100; ++rule) {
      const int merged = merged_tenths(median, rule);
      EXPECT_GE(merged, rule);
      EXPECT_LE(merged, std::max({rule, median}));
      EXPECT_LE(merged, std::max(rule + 20, 69));
      EXPECT_GE(merged, before) << "a finding of a rule must not lower the number";
      EXPECT_TRUE(median > rule || merged == rule);
      before = merged;
    }
  }
}

TEST(Panel, States) {
  const std::vector<std::string> names = {"a", "b"};
  const auto state = [&](const std::vector<std::vector<int>>& answers) {
    TestServer server(names);
    server.evidence().facet(Facet::kJudges) = {FacetState::kSeen, {}, facet_of(names, answers)};
    return grade_aivss(server.input()).precise.panel.state;
  };
  EXPECT_EQ(state({{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}), "complete");
  EXPECT_EQ(state({{0, 0, 0, 0, -1}, {0, 0, 0, 0, 0}}), "partial");
  EXPECT_EQ(state({{0, 0, 0, 0, 0}}), "partial");
  EXPECT_EQ(state({{0, 0, -1, -1, -1}, {0, -1, -1, -1, -1}}), "insufficient");
  EXPECT_EQ(grade_aivss(TestServer(names).input()).precise.panel.state, "not_run");
}

TEST(Panel, ARaiseIsAFindingWithItsOwnNumber) {
  TestServer server({"a", "b"});
  server.evidence().facet(Facet::kJudges) = {
      FacetState::kSeen, {}, facet_of({"a", "b"}, {{80, 80, 80, 0, 0}, {0, 0, 0, 0, 0}})};
  server.find("panel-sees-injection", 0);
  const AivssResult result = grade_aivss(server.input()).precise;
  EXPECT_EQ(result.aivss, 69);
  EXPECT_EQ(result.grade, 'C');
  ASSERT_NE(contribution_of(result.contributions, "panel-sees-injection"), nullptr);
  EXPECT_EQ(contribution_of(result.contributions, "panel-sees-injection")->points, 69);
  EXPECT_EQ(result.panel.rule_aivss, 0);
  EXPECT_EQ(result.tools[0].name, "a");
  EXPECT_EQ(result.tools[0].top_finding, 0);
  // Nobody else counts it.
  const Assessments all = grade_all(server.input(), Strictness::kPrecise);
  EXPECT_TRUE(all.tooltrust.precise.contributions.empty());
  EXPECT_TRUE(all.mcpbundles.published.contributions.empty());
}

TEST(Panel, WhatIsSuppressedIsNotBroughtBack) {
  TestServer server({"a"});
  server.evidence().facet(Facet::kJudges) = {FacetState::kSeen, {}, facet_of({"a"}, {{60, 60, 60, 60, 60}})};
  server.find("overrides-instructions", 0).suppressed = true;
  const Assessments all = grade_all(server.input(), Strictness::kPrecise);
  ASSERT_TRUE(all.aivss.overridden.has_value());
  EXPECT_EQ(all.aivss.overridden->aivss, 0);
}

// Whatever the judges say, no number of a rule gets smaller and no finding goes.
TEST(Panel, NoAnswerLowersARuleScore) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> score(-30, 100), pick(0, 3), judges(0, 7);
  const std::vector<std::string> names = {"a", "b", "c"};
  const std::array<std::string_view, 4> detectors = {"overrides-instructions", "runs-code",
                                                     "incomplete-annotations", "hides-from-user"};
  for (int round = 0; round < 300; ++round) {
    TestServer server(names);
    for (int tool = 0; tool < 3; ++tool) {
      if (pick(random) != 0) server.find(detectors[static_cast<std::size_t>(pick(random))], tool);
      if (pick(random) == 0) server.find("panel-sees-injection", tool);
    }
    const auto before = grade_aivss(server.input());
    std::vector<std::vector<int>> answers(3);
    for (auto& one : answers) {
      one.resize(static_cast<std::size_t>(judges(random)));
      for (int& value : one) value = score(random);
    }
    server.evidence().facet(Facet::kJudges) = {FacetState::kSeen, {}, facet_of(names, answers)};
    const auto after = grade_aivss(server.input());
    for (const Strictness strictness : {Strictness::kPublished, Strictness::kPrecise}) {
      EXPECT_GE(after.at(strictness).aivss, before.at(strictness).aivss);
      for (const Contribution& one : before.at(strictness).contributions) {
        const Contribution* still = contribution_of(after.at(strictness).contributions, one.rule);
        ASSERT_NE(still, nullptr) << one.rule;
        EXPECT_EQ(still->points, one.points);
        EXPECT_EQ(still->findings, one.findings);
      }
      for (const PanelTool& tool : after.at(strictness).panel.tools) EXPECT_GE(tool.merged, tool.rule_score);
    }
  }
}

TEST(Panel, LayerTwoOfMcpBundles) {
  TestServer server({"a"});
  EXPECT_FALSE(grade_mcpbundles(server.input()).precise.judges_asked);
  Json facet = facet_of({"a"}, {{80, 80, 80, 80, 80}});
  server.evidence().facet(Facet::kJudges) = {FacetState::kSeen, {}, facet};
  Finding& finding = server.find("judged-steers-agent", 0);
  finding.confidence = Confidence::kMedium;
  McpBundlesResult result = grade_mcpbundles(server.input()).precise;
  EXPECT_EQ(result.posture, "risky");  // embedded judges alone: one step milder
  EXPECT_EQ(result.security_score, 80);
  ASSERT_EQ(result.layers.size(), 3u);
  EXPECT_EQ(result.layers[0].findings, 0);
  EXPECT_TRUE(result.layers[1].ran);
  EXPECT_EQ(result.layers[1].findings, 1);
  EXPECT_TRUE(result.judges_asked);
  EXPECT_FALSE(result.llm_judge_used);
  EXPECT_FALSE(result.llm_judge_reason.empty());

  facet.get_object()["judges"].get_array()[0] =
      JsonObject{{"id", "j0"}, {"kind", "model"}, {"layer_two", JsonObject{{"used", true}}}};
  server.evidence().facet(Facet::kJudges).data = facet;
  finding.confidence = Confidence::kHigh;
  result = grade_mcpbundles(server.input()).precise;
  EXPECT_EQ(result.posture, "dangerous");
  EXPECT_TRUE(result.llm_judge_used);
  EXPECT_TRUE(result.llm_judge_reason.empty());

  facet.get_object()["judges"].get_array()[0].get_object()["layer_two"] =
      JsonObject{{"used", false}, {"why_not", "timeout"}};
  server.evidence().facet(Facet::kJudges).data = facet;
  result = grade_mcpbundles(server.input()).precise;
  EXPECT_FALSE(result.llm_judge_used);
  EXPECT_EQ(result.llm_judge_reason, "timeout");
}

}  // namespace
}  // namespace mcpjury
