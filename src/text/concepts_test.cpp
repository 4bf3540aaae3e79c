#include "text/concepts.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(Concepts, FindsVerbsInAllForms) {
  EXPECT_TRUE((meaning_of("send").sense & sense::kSend) != 0);
  EXPECT_EQ(meaning_of("sends").form, WordForm::kThird);
  EXPECT_EQ(meaning_of("sending").form, WordForm::kIng);
  EXPECT_EQ(meaning_of("sent").form, WordForm::kPast);
  EXPECT_TRUE((meaning_of("forgetting").sense & sense::kIgnore) != 0);
  EXPECT_TRUE((meaning_of("copied").sense & sense::kCarry) != 0);
  EXPECT_TRUE(meaning_of("zebra").sense == 0);
}

TEST(Concepts, ShortWordsHaveNoForms) {
  EXPECT_TRUE((meaning_of("us").sense & sense::kThird) != 0);
  EXPECT_TRUE((meaning_of("using").sense & sense::kThird) == 0);
}

TEST(Concepts, FindsPhrases) {
  EXPECT_TRUE((meaning_of("system prompt").sense & sense::kContext) != 0);
  EXPECT_TRUE(meaning_of("system").longer);
  EXPECT_TRUE(meaning_of("system prompt zebra").sense == 0);
}

TEST(Concepts, StemsOfOtherLanguages) {
  EXPECT_TRUE((meaning_in_any_language("пользователю").sense & sense::kUser) != 0);
  EXPECT_TRUE((meaning_in_any_language("비밀번호를").sense & sense::kSecret) != 0);
  EXPECT_TRUE(meaning_of("пользователю").sense == 0);
  EXPECT_TRUE((meaning_in_any_language("send").sense & sense::kForeign) == 0);
}

TEST(Concepts, RunningTextTakesTheLongest) {
  Sense found = 0;
  EXPECT_EQ(meaning_at("不要告诉用户", found), std::string_view("不要告诉").size());
  EXPECT_TRUE((found & sense::kNot) != 0);
  EXPECT_TRUE((found & sense::kSay) != 0);
  EXPECT_EQ(meaning_at("天気", found), 0u);
}

}  // namespace
}  // namespace mcpjury
