#include "feeds/match.h"

#include "feeds/advisory_group.h"
#include "feeds/feed_facet.h"
#include "feeds/feeds_test_help.h"
#include "feeds/range_match.h"

namespace mcpjury {
namespace {

class Match : public test::FeedTest {
 protected:
  MatchResult match(std::vector<PackageQuery> packages, MatchOptions options = {}) {
    FeedIndex opened = index();
    return match_packages(packages, opened, options);
  }
  static std::string text(const Json& value, std::string_view key) {
    return std::string(find_string(value.get_object(), key));
  }
};

TEST_F(Match, TheGoLineOfAModuleIsTheLeastVersion) {
  ASSERT_TRUE(import(zip("Go.zip", {{"a.json", record("GO-1", "Go", "stdlib", "1.22.5")},
                                    {"b.json", record("GO-2", "Go", "stdlib", "1.20.0")},
                                    {"c.json", record("GO-3", "Go", "stdlib", "")}}))
                  .ok());
  const auto result = match({{"Go", "stdlib", "1.22", true, true, false}});
  ASSERT_EQ(result.advisories.size(), 1u);  // no version is free of it
  EXPECT_EQ(text(result.advisories[0], "id"), "GO-3");
  ASSERT_EQ(result.undecided.size(), 1u);
  EXPECT_EQ(*find(result.undecided[0], "ids"), Json({"GO-1"}));
}

TEST_F(Match, AliasesOfOneFlawCountOnce) {
  ASSERT_TRUE(import(zip("PyPI.zip",
                         {{"a.json", record("PYSEC-1", "PyPI", "thing", "2.0", "\"aliases\":[\"CVE-1\"],")},
                          {"b.json", record("GHSA-1", "PyPI", "Thing", "2.0",
                                            "\"aliases\":[\"CVE-1\"],\"severity\":[{\"type\":\"CVSS_V3\","
                                            "\"score\":\"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H\"}],"
                                            "\"database_specific\":{\"cwe_ids\":[\"CWE-78\"]},")},
                          {"c.json", record("GHSA-2", "PyPI", "thing", "3.0")}}))
                  .ok());
  const auto result = match({{"PyPI", "thing", "1.5", false, true, false}});
  ASSERT_EQ(result.advisories.size(), 2u);
  const Json& first = result.advisories[0];
  EXPECT_EQ(text(first, "id"), "GHSA-1");
  EXPECT_EQ(*find(first, "aliases"), Json({"CVE-1", "PYSEC-1"}));
  EXPECT_EQ(*find(first, "cvss_tenths"), 98);
  EXPECT_EQ(text(first, "severity"), "critical");
  EXPECT_EQ(*find(first, "remote_code_execution"), true);
  EXPECT_EQ(*find(first, "direct"), true);
  EXPECT_EQ(text(first, "fixed"), "2.0");
  EXPECT_EQ(text(first, "feed"), "osv/PyPI");
  EXPECT_EQ(*find(result.advisories[1], "unscored"), true);
  EXPECT_TRUE(result.notes.empty());
  EXPECT_TRUE(match({{"PyPI", "thing", "3.0", false, true, false}}).advisories.empty());
}

TEST_F(Match, WithoutAFeedNothingIsCalledClean) {
  const auto result = match({{"npm", "left", "1.0.0", false, true, false}});
  ASSERT_EQ(result.uncovered, std::vector<std::string>{"npm"});
  EXPECT_EQ(result.notes.front(), "no advisory feed for npm (1 packages not looked up)");
  EXPECT_EQ(result.feeds.size(), 2u);  // the built-in lists stand for no ecosystem
}

TEST_F(Match, BuiltInMalware) {
  const auto result = match({{"PyPI", "litellm", "1.82.8", false, true, false},
                             {"PyPI", "litellm", "1.82.6", false, true, false},
                             {"npm", "axios", "1.14.1", false, false, false},
                             {"npm", "plain-crypto-js", "4.2.1", false, false, false},
                             {"GitHub Actions", "aquasecurity/trivy-action", "v0.34.2", false, true, true},
                             {"GitHub Actions", "aquasecurity/trivy-action", "v0", false, true, true},
                             {"GitHub Actions", "aquasecurity/trivy-action", "0.35.0", false, true, true},
                             {"binary", "trivy", "v0.69.4", false, true, false},
                             {"PyPI", "langflow", "1.8.9", false, true, false}});
  std::vector<std::string> seen;
  for (const Json& entry : result.advisories) {
    if (text(entry, "action").empty()) continue;  // ordinary flaws of the same packages
    seen.push_back(text(entry, "package") + "@" + text(entry, "version") + " " + text(entry, "kind") + " " +
                   text(entry, "action"));
  }
  EXPECT_EQ(seen,
            (std::vector<std::string>{"aquasecurity/trivy-action@v0.34.2 malicious warn",
                                      "langflow@1.8.9 vulnerability block", "litellm@1.82.8 malicious block",
                                      "trivy@v0.69.4 malicious block", "axios@1.14.1 malicious block",
                                      "plain-crypto-js@4.2.1 malicious block"}));
  ASSERT_EQ(result.undecided.size(), 1u);
  EXPECT_EQ(text(result.undecided[0], "version"), "v0");
  ASSERT_EQ(result.indicators.size(), 1u);
  EXPECT_EQ(text(result.indicators[0], "indicator"), "axios-2026-package");
}

TEST_F(Match, RangesOfManifests) {
  ASSERT_TRUE(import(zip("npm.zip", {{"a.json", record("GHSA-a", "npm", "left", "2.0.0")}})).ok());
  EXPECT_EQ(match({{"npm", "left", "~1.2.0", true, true, false}}).advisories.size(), 1u);
  const auto open = match({{"npm", "left", ">=1.2.0", true, true, false}});
  EXPECT_TRUE(open.advisories.empty());
  ASSERT_EQ(open.undecided.size(), 1u);
  EXPECT_EQ(text(open.undecided[0], "reason"), "range");
  const auto safe = match({{"npm", "left", "^2.1.0", true, true, false}});
  EXPECT_TRUE(safe.advisories.empty());
  EXPECT_TRUE(safe.undecided.empty());
}

TEST_F(Match, RowsOfTheFacet) {
  ASSERT_TRUE(import(zip("npm.zip", {{"a.json", record("MAL-2026-1", "npm", "expres", "")}})).ok());
  FeedIndex opened = index();
  const JsonArray rows = {JsonObject{{"ecosystem", "npm"}, {"name", "expres"}, {"version", "^1.0.0"}},
                          JsonObject{{"ecosystem", "npm"},
                                     {"name", "expres"},
                                     {"version", "1.0.0"},
                                     {"direct", true},
                                     {"development", true}},
                          "no row", JsonObject{{"name", "x"}}};
  MatchOptions options;
  options.now = "2026-09-01T00:00:00Z";
  const auto result = match_packages(rows, opened, options);
  ASSERT_EQ(result.advisories.size(), 2u);
  EXPECT_EQ(text(result.advisories[0], "kind"), "malicious");
  EXPECT_EQ(*find(result.advisories[0], "development"), true);
  ASSERT_EQ(result.lookalikes.size(), 1u);
  EXPECT_EQ(text(result.lookalikes[0], "similar_to"), "express");
  EXPECT_EQ(text(result.lookalikes[0], "confirmed_by"), "MAL-2026-1");
  ASSERT_EQ(result.feeds.size(), 3u);
  EXPECT_EQ(*find(result.feeds[2], "stale"), true);
  EXPECT_EQ(text(result.feeds[2], "name"), "osv/npm");
}

TEST(Days, AreCounted) {
  EXPECT_EQ(days_between("2026-02-28T10:00:00Z", "2026-03-01T00:00:00Z"), 1);
  EXPECT_EQ(days_between("2024-02-28T10:00:00Z", "2024-03-01"), 2);
  EXPECT_EQ(days_between("1970-01-01", "2026-11-15"), 20'772);
  EXPECT_EQ(days_between("", "2026-11-15"), std::nullopt);
}

}  // namespace
}  // namespace mcpjury
