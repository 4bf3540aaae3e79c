#include "text/concepts.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(Concepts, FindsVerbsInAllForms) {
  EXPECT_NE(meaning_of("send").sense & sense::kSend, 0u);
  EXPECT_EQ(meaning_of("sends").form, WordForm::kThird);
  EXPECT_EQ(meaning_of("sending").form, WordForm::kIng);
  EXPECT_EQ(meaning_of("sent").form, WordForm::kPast);
  EXPECT_NE(meaning_of("forgetting").sense & sense::kIgnore, 0u);
  EXPECT_NE(meaning_of("copied").sense & sense::kCarry, 0u);
  EXPECT_EQ(meaning_of("zebra").sense, 0u);
}

TEST(Concepts, FindsPhrases) {
  EXPECT_NE(meaning_of("system prompt").sense & sense::kContext, 0u);
  EXPECT_TRUE(meaning_of("system").longer);
  EXPECT_EQ(meaning_of("system prompt zebra").sense, 0u);
}

TEST(Concepts, StemsOfOtherLanguages) {
  EXPECT_NE(meaning_of("пользователю").sense & sense::kUser, 0u);
  EXPECT_NE(meaning_of("비밀번호를").sense & sense::kSecret, 0u);
}

TEST(Concepts, RunningTextTakesTheLongest) {
  Sense found = 0;
  EXPECT_EQ(meaning_at("不要告诉用户", found), std::string_view("不要告诉").size());
  EXPECT_NE(found & sense::kNot, 0u);
  EXPECT_NE(found & sense::kSay, 0u);
  EXPECT_EQ(meaning_at("天気", found), 0u);
}

}  // namespace
}  // namespace mcpjury
