#include "model/mark_word.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

std::string_view word_of(std::string_view text) {
  const auto marks = parse_json(text, "marks", {});
  return marks ? word_of_marks(marks->value) : std::string_view("no JSON");
}

TEST(MarkWord, TheStrictestDecides) {
  EXPECT_EQ(word_of(R"({"ampel":{"light":"green"},"tooltrust":{"grade":"C"}})"), "caution");
  EXPECT_EQ(word_of(R"({"ampel":{"light":"red"},"aivss":{"grade":"A"}})"), "stop");
  EXPECT_EQ(word_of(R"({"ampel":{"light":"grey"},"aivss":{"grade":"B"}})"), "allow");
  EXPECT_EQ(word_of(R"({"tooltrust":{"grade":"D"}})"), "caution");
  EXPECT_EQ(word_of(R"({"aivss":{"grade":"D"}})"), "stop");
  EXPECT_EQ(word_of(R"({"agentreserve":{"grade":"A","verdict":"review"}})"), "caution");
  EXPECT_EQ(word_of(R"({"mcpbundles":{"posture":"dangerous"}})"), "stop");
}

TEST(MarkWord, NothingKnownIsUnknown) {
  for (const std::string_view text :
       {"null", "[]", "{}", R"({"aivss":null})", R"({"aivss":{"grade":null}})",
        R"({"aivss":{"grade":"A","state":"not_run"}})", R"({"ampel":{"light":7}})"}) {
    EXPECT_EQ(word_of(text), "unknown") << text;
  }
}

}  // namespace
}  // namespace mcpjury
