#include "model/judge_view.h"

#include <gtest/gtest.h>

#include "model/consensus.h"

namespace mcpjury {
namespace {

constexpr std::string_view kVectors =
    R"({"injection":"S:S/E:U/I:C/D:I/A:F","ambiguous_parameters":"S:T/E:T/I:N/D:O/A:N",)"
    R"("undisclosed_effects":"S:T/E:T/I:N/D:O/A:N","power_beyond_purpose":"S:T/E:C/I:L/D:L/A:N"})";

class JudgeViewTest : public ::testing::Test {
 protected:
  // `tools` is the JSON of the facet's list; V stands for readable vectors.
  JudgeView view_of(std::string tools) {
    for (std::size_t at = tools.find("$V"); at != std::string::npos; at = tools.find("$V"))
      tools.replace(at, 2, kVectors);
    const std::string text =
        R"({"judges":[{"id":"x","kind":"heuristic"},{"id":"y","kind":"model","tokens_in":7},)"
        R"({"id":"x","kind":"model"},{"id":""},3],"tools":)" +
        tools + "}";
    auto parsed = parse_json(text, "facet", {});
    EXPECT_TRUE(parsed.ok());
    evidence_.facet(Facet::kJudges) = {FacetState::kSeen, {}, std::move(parsed->value)};
    surface_.tools.clear();
    for (const std::uint32_t index : {0u, 2u, 3u}) {
      ToolView& tool = surface_.tools.emplace_back();
      tool.index = index;
      tool.name = index == 0 ? "add" : "twin";
    }
    return judge_view(evidence_, surface_);
  }

  Evidence evidence_;
  Surface surface_;
};

TEST_F(JudgeViewTest, NotSeenIsNotAsked) {
  EXPECT_EQ(judge_view(evidence_, surface_).data, nullptr);
  evidence_.facet(Facet::kJudges) = {FacetState::kNotLooked, "", JsonObject{}};
  EXPECT_EQ(judge_view(evidence_, surface_).data, nullptr);
}

TEST_F(JudgeViewTest, SeatsAreOnePerName) {
  const JudgeView view = view_of("[]");
  ASSERT_EQ(view.judges.size(), 2u);
  EXPECT_FALSE(view.judges[0].is_model);
  EXPECT_EQ(view.judges[1].tokens_in, 7u);
}

TEST_F(JudgeViewTest, AnAnswerIsTheWorstOfFour) {
  const JudgeView view = view_of(R"([{"tool":"add","judgements":[{"judge":"x","state":"answered","vectors":$V,
    "signs":["attention_words","nonsense"],"reasons":{"injection":"why"}}]}])");
  ASSERT_EQ(view.tools.size(), 1u);
  const JudgementView& said = view.tools[0].judgements.at(0);
  EXPECT_TRUE(said.answered);
  EXPECT_EQ(said.score, 91);
  EXPECT_EQ(said.scores[3], 17);
  EXPECT_EQ(said.reasons[0], "why");
  EXPECT_EQ(said.signs, 8);
  EXPECT_EQ(view.judges[0].answered, 1u);
  EXPECT_EQ(leading_question(view.tools[0]), 0u);
}

TEST_F(JudgeViewTest, WhatCannotBeReadIsNoAnswer) {
  const JudgeView view = view_of(R"([{"tool":"add","judgements":[
    {"judge":"x","state":"answered","vectors":{"injection":"S:S/E:U/I:C/D:I/A:F"}},
    {"judge":"y","state":"timeout","why_not":"timeout","vectors":$V}]}])");
  ASSERT_EQ(view.tools[0].judgements.size(), 2u);
  EXPECT_FALSE(view.tools[0].judgements[0].answered);
  EXPECT_EQ(view.tools[0].judgements[0].why_not, "invalid_answer");
  EXPECT_FALSE(view.tools[0].judgements[1].answered);
  EXPECT_EQ(view.judges[0].abstained, 1u);
  EXPECT_EQ(view.judges[1].errors, 1u);
}

TEST_F(JudgeViewTest, EachSpeaksOnceAndOfToolsThatExist) {
  const JudgeView view =
      view_of(R"([{"tool":"add","judgements":[{"judge":"x","state":"answered","vectors":$V},
    {"judge":"x","state":"answered","vectors":$V},{"judge":"stranger","state":"answered","vectors":$V}]},
    {"tool":"add"},{"tool":"none"},{"tool":"twin","index":3},{"tool":"twin","index":2},{"tool":"add","index":2}])");
  ASSERT_EQ(view.tools.size(), 3u);
  EXPECT_EQ(view.tools[0].judgements.size(), 1u);
  EXPECT_EQ(view.tools[1].tool, 1u);
  EXPECT_EQ(view.tools[2].tool, 2u);
}

}  // namespace
}  // namespace mcpjury
