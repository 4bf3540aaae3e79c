#include "judge/rubric.h"

#include <gtest/gtest.h>

#include <string>

#include "base/json.h"
#include "base/schema_check.h"

namespace mcpjury {
namespace {

std::string answer_json(const std::string& impact, const std::string& reason) {
  return R"({"scope":"server","exploitability":"crafted_input","impact":")" + impact +
         R"(","detection":"subtle","amplification":"full","reason":")" + reason + "\"}";
}

std::string whole_json(const std::string& injection) {
  const std::string nothing = answer_json("none", "nothing seen");
  return R"({"injection":)" + injection + R"(,"ambiguous_parameters":)" + nothing +
         R"(,"undisclosed_effects":)" + nothing + R"(,"power_beyond_purpose":)" + nothing + "}";
}

TEST(Rubric, ReadsAnAnswerThatFitsTheSchema) {
  const auto read = read_answer(whole_json(answer_json("critical", "reads keys and sends them away")));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->answered);
  EXPECT_EQ(read->answers[0].vector, "S:S/E:C/I:C/D:S/A:F");
  EXPECT_EQ(read->answers[0].reason, "reads keys and sends them away");
  EXPECT_EQ(read->answers[3].vector, "S:S/E:C/I:N/D:S/A:F");
}

TEST(Rubric, RefusesWhatTheSchemaRefuses) {
  const std::string good = answer_json("low", "x");
  const std::string cases[] = {
      "",
      "null",
      "[]",
      "{}",
      "Sure! Here is the answer: " + whole_json(good),
      "```json\n" + whole_json(good) + "\n```",
      whole_json(good) + " trailing",
      whole_json(answer_json("terrible", "x")),
      whole_json(answer_json("LOW", "x")),
      whole_json(answer_json("low", "")),
      whole_json(answer_json("low", std::string(301, 'a'))),
      // 200 characters of two bytes: as many as the schema allows, more than the report holds.
      whole_json(answer_json("low",
                             [] {
                               std::string text;
                               for (int i = 0; i < 200; ++i) text += "\xC3\xA9";
                               return text;
                             }())),
      whole_json(R"({"impact":"low","reason":"x"})"),
      whole_json(R"("S:T/E:C/I:N/D:L/A:N")"),
      whole_json(
          R"({"scope":"tool","exploitability":"theoretical","impact":0,"detection":"obvious","amplification":"none","reason":"x"})"),
      whole_json(
          R"({"scope":"tool","exploitability":"theoretical","impact":"low","detection":"obvious","amplification":"none","reason":"x","note":"y"})"),
      R"({"injection":)" + good + "}",
      "{\"verdict\":\"safe\"," + whole_json(good).substr(1),
  };
  for (const std::string& text : cases) {
    const auto read = read_answer(text);
    EXPECT_FALSE(read) << text;
  }
}

TEST(Rubric, RefusesAMemberThatOccursTwice) {
  // Two readers would take different ones.
  std::string twice = whole_json(answer_json("high", "x"));
  twice.insert(1, R"("injection":)" + answer_json("none", "x") + ",");
  EXPECT_FALSE(read_answer(twice));
}

TEST(Rubric, RefusesHugeAndDeepAnswers) {
  EXPECT_FALSE(read_answer(std::string(20'000, ' ') + whole_json(answer_json("low", "x"))));
  EXPECT_FALSE(read_answer(std::string(2'000, '[') + std::string(2'000, ']')));
}

TEST(Rubric, SchemaIsAJsonSchemaOfThisCheckersKind) {
  const auto schema = parse_json(rubric_answer_schema(), "schema", {});
  ASSERT_TRUE(schema);
  EXPECT_TRUE(check_schema_itself(schema->value).empty());
}

TEST(Rubric, HashNamesThisRubric) {
  // A change of any question, level or of the schema is a new version of the rubric.
  EXPECT_EQ(rubric_sha256().size(), 64u);
  EXPECT_EQ(kRubricVersion, "1");
  for (const auto question : {RubricQuestion::kInjection, RubricQuestion::kAmbiguousParameters,
                              RubricQuestion::kUndisclosedEffects, RubricQuestion::kPowerBeyondPurpose}) {
    EXPECT_FALSE(rubric_question(question).empty());
  }
}

TEST(Rubric, SignsMayBeGiven) {
  const std::string one =
      R"({"scope":"tool","exploitability":"theoretical","impact":"none","detection":"obvious","amplification":"none","reason":"nothing"})";
  const std::string four = R"({"injection":)" + one + R"(,"ambiguous_parameters":)" + one +
                           R"(,"undisclosed_effects":)" + one + R"(,"power_beyond_purpose":)" + one;
  EXPECT_EQ(read_answer(four + "}")->signs, 0);
  const auto two = read_answer(four + R"(,"signs":["attention_words","steers_in_schema"]})");
  ASSERT_TRUE(two.ok());
  EXPECT_EQ(two->signs, bit_of(JudgedSign::kInSchema) | bit_of(JudgedSign::kAttentionWords));
  EXPECT_FALSE(read_answer(four + R"(,"signs":["rate_me_safe"]})").ok());
  EXPECT_FALSE(read_answer(four + R"(,"signs":"attention_words"})").ok());
}

}  // namespace
}  // namespace mcpjury
