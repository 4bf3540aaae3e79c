#include "serve/pages/pages.h"

#include <gtest/gtest.h>

#include "serve/pages/listing.h"

namespace mcpjury {
namespace {

constexpr std::string_view kHostile =
    "<script>alert(1)</script>\"' onload=x \u202E\u200B javascript:alert(1)";

JsonObject hostile_item() {
  return JsonObject{{"server", kHostile},
                    {"name", kHostile},
                    {"version", kHostile},
                    {"display", kHostile},
                    {"scan_id", kHostile},
                    {"verdict", kHostile},
                    {"observed_at", kHostile},
                    {"findings", JsonObject{{"malice", 2}, {kHostile, 1}, {"hygiene", 0}}},
                    {"marks", JsonObject{{"tooltrust", JsonObject{{"grade", kHostile}}}}}};
}

void expect_harmless(const std::string& page) {
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  EXPECT_EQ(page.find("\"' onload"), std::string::npos);
  EXPECT_EQ(page.find("href=\"javascript"), std::string::npos);
  EXPECT_EQ(page.find("\u202E"), std::string::npos);
  EXPECT_EQ(page.find("\u200B"), std::string::npos);
  EXPECT_EQ(page.find(" style=\""), std::string::npos);
  EXPECT_NE(page.find("<main id=\"main\""), std::string::npos);
}

TEST(Pages, TextOfServersIsEscapedEverywhere) {
  JsonArray items;
  items.push_back(hostile_item());
  expect_harmless(page_directory(
      JsonObject{{"data", std::move(items)}, {"meta", JsonObject{{"next_cursor", kHostile}}}},
      "q=%3Cscript%3Ealert(1)%3C/script%3E%22%27%20onload=x&kind=<script>&grade=%zz&methodology"));
  JsonObject server = hostile_item();
  JsonArray history;
  history.push_back(hostile_item());
  history.push_back(hostile_item());
  server["history"] = std::move(history);
  server["badge"] = JsonObject{{"svg", kHostile}, {"markdown", kHostile}};
  expect_harmless(page_server(JsonObject{{"data", std::move(server)}}));
  expect_harmless(page_error(404, kHostile));
  expect_harmless(page_shell(kHostile));
}

TEST(Pages, AnyShapeIsAPage) {
  for (const Json& odd : {Json(nullptr), Json(JsonArray{1, 2}), Json(JsonObject{{"data", 3}}),
                          Json(JsonObject{{"data", JsonArray{nullptr, 1, "x"}}, {"meta", 1}})}) {
    expect_harmless(page_directory(odd, "&&=&q"));
    expect_harmless(page_server(odd));
  }
}

TEST(Pages, TheFormRemembersAndTheNextPageKeepsTheFilters) {
  JsonArray items;
  items.push_back(hostile_item());
  const std::string page =
      page_directory(JsonObject{{"data", std::move(items)}, {"meta", JsonObject{{"next_cursor", "abc="}}}},
                     "q=a+b&kind=malice&verdict=stop&x=1");
  EXPECT_NE(page.find("value=\"a b\""), std::string::npos);
  EXPECT_NE(page.find("<option value=\"malice\" selected>"), std::string::npos);
  EXPECT_NE(page.find("<option value=\"stop\" selected>"), std::string::npos);
  EXPECT_NE(page.find("/directory?kind=malice&amp;q=a%20b&amp;verdict=stop&amp;cursor=abc%3D"),
            std::string::npos);
}

TEST(Pages, AnOldScanIsCalledStale) {
  JsonObject server = hostile_item();
  server["stale"] = true;
  server["age_days"] = 45;
  EXPECT_NE(page_server(JsonObject{{"data", server}}).find("this scan is 45 days old"), std::string::npos);
  server["stale"] = false;
  EXPECT_EQ(page_server(JsonObject{{"data", server}}).find("Stale"), std::string::npos);
}

TEST(Pages, MarksInFewWords) {
  EXPECT_EQ(mark_words("agentreserve", JsonObject{{"grade", "C"}, {"verdict", "review"}}), "C review");
  EXPECT_EQ(mark_words("ampel", JsonObject{{"light", "grey"}}), "grey");
  EXPECT_EQ(mark_words("mcpbundles", JsonObject{{"posture", "risky"}}), "risky");
  EXPECT_EQ(mark_words("tooltrust", JsonObject{{"grade", nullptr}}), "no grade");
  EXPECT_EQ(mark_words("aivss", JsonObject{{"state", "not_run"}}), "not run");
}

}  // namespace
}  // namespace mcpjury
