#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/sha256.h"
#include "markdown.h"
#include "measured.h"
#include "pages.h"

namespace mcpjury::docs {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Markdown, EscapesMarksAndShowsWhatCannotBeSeen) {
  EXPECT_EQ(prose("a|b *c* <img> `d`"), "a\\|b \\*c\\* &lt;img&gt; \\`d\\`");
  EXPECT_THAT(prose("pay\u200Bload\u00A0x"), HasSubstr("U+200B"));
  EXPECT_THAT(prose("pay\u200Bload\u00A0x"), HasSubstr("U+00A0"));
  EXPECT_EQ(prose("one\ntwo\t "), "one two");
}

TEST(Markdown, CodeSpansSurviveBackticksAndTables) {
  EXPECT_EQ(code("a`b"), "``a`b``");
  EXPECT_EQ(code("`a"), "`` `a ``");
  EXPECT_EQ(code("a|b", true), "`a\\|b`");
  EXPECT_EQ(code("a|b"), "`a|b`");
  EXPECT_EQ(code(""), "");
}

TEST(Markdown, JsonBlocksAreFencedAndStayJson) {
  EXPECT_EQ(json_block("{\"a\":\"```\"}"), "````json\n{\"a\":\"```\"}\n````\n");
  EXPECT_THAT(json_block("\"a\u200Bb\""), HasSubstr("\\u200b"));
  EXPECT_THAT(json_block("\"\U000E0041\""), HasSubstr("\\udb40\\udc41"));
}

TEST(Markdown, LongExamplesAreCutAndSaySo) {
  EXPECT_EQ(laid_out("[1,2,3,4,5,6,7]"), "[\n  1,\n  2,\n  3,\n  4,\n  5,\n  6,\n  7\n]");
  EXPECT_THAT(laid_out("[1,2,3,4,5,6,7,8,9]"), HasSubstr("\"… 3 more\""));
  const std::string text = laid_out("\"" + std::string(5000, 'a') + "\"");
  EXPECT_LT(text.size(), 700u);
  EXPECT_THAT(text, HasSubstr("(5000 bytes in all)"));
  EXPECT_EQ(laid_out("{not json"), "{not json");
}

TEST(Markdown, OnlyWebAddressesAreLinked) {
  EXPECT_EQ(link("x", "javascript:alert(1)"), "x");
  EXPECT_EQ(link("x", "https://a.example/b c>|"), "[x](<https://a.example/b%20c%3E%7C>)");
}

TEST(Measured, TableCountsAndSaysWhatIsMissing) {
  const Measured rows[] = {
      {"own", "2026-11-01", 12, 1, 3}, {"own", "2026-11-02", 4, 0, -1}, {"others", "2026-11-02", 3, -1, 2}};
  Detector detector;
  detector.id = "x";
  const Detector* one[] = {&detector};
  EXPECT_EQ(measured_table(one), "Not measured.\n\n");
  detector.measured = rows;
  EXPECT_THAT(measured_table(one),
              HasSubstr("| 12 | 1 | 3 | 92.3 % (66.7 to 98.6) | 80.0 % (54.8 to 93.0) |"));
  EXPECT_THAT(measured_table(one), HasSubstr("| 4 | 0 | not measured | 100.0 %"));
  EXPECT_THAT(measured_table(one),
              HasSubstr("| 3 | not measured | 2 | not measured | 60.0 % (23.1 to 88.2) |"));
}

TEST(Pages, EveryDetectorMethodologyAndEngineHasOne) {
  const Pages pages = all_pages();
  for (const Detector& detector : catalog().detectors) {
    const auto page = pages.find("rules/" + std::string(detector.id) + ".md");
    ASSERT_NE(page, pages.end()) << detector.id;
    EXPECT_THAT(page->second, HasSubstr("## How it is found")) << detector.id;
    EXPECT_THAT(pages.at("rules/README.md"), HasSubstr("(" + std::string(detector.id) + ".md)"));
  }
  for (const char* id : {"agentreserve", "ampel", "aivss", "mcpbundles", "tooltrust"}) {
    const std::string& page = pages.at(std::string("methodologies/") + id + ".md");
    EXPECT_THAT(page, HasSubstr("## How to recompute the score")) << id;
    EXPECT_THAT(page, HasSubstr("## What it is not")) << id;
  }
  EXPECT_EQ(std::count_if(pages.begin(), pages.end(),
                          [](const auto& p) { return p.first.starts_with("engines/"); }),
            17);
}

TEST(Pages, EndInOneNewlineAndHoldNothingUnseen) {
  for (const auto& [name, text] : all_pages()) {
    ASSERT_TRUE(text.ends_with('\n')) << name;
    EXPECT_FALSE(text.ends_with("\n\n")) << name;
    EXPECT_THAT(text, Not(HasSubstr("\u200B"))) << name;
    EXPECT_THAT(text, Not(HasSubstr("\t"))) << name;
  }
}

TEST(Published, WeightsSumAndHashHold) {
  const auto parsed = parse_json(weights_file(methodology("ampel")), "weights", {});
  ASSERT_TRUE(parsed);
  JsonObject body = parsed->value.as_object();
  EXPECT_EQ(body["engines"].as_array().size(), 16u);
  std::int64_t engines = 0, families = 0;
  for (const Json& engine : body["engines"].as_array()) engines += engine.at("weight_bp").as_int64();
  for (const Json& family : body["families"].as_array()) families += family.at("weight_bp").as_int64();
  EXPECT_EQ(engines, 10'000);
  EXPECT_EQ(families, 10'000);
  const std::string claimed(view(body["sha256"].as_string()));
  body.erase("sha256");
  EXPECT_EQ(sha256_hex(canonical_json(body)), claimed);
}

TEST(Published, CriticalRulesNameAllSix) {
  const std::string text = critical_rules_file(methodology("ampel"));
  for (const char* id : {"CR-01", "CR-02", "CR-03", "CR-04", "CR-05", "CR-06"})
    EXPECT_THAT(text, HasSubstr(id));
}

}  // namespace
}  // namespace mcpjury::docs
