#include "packages/osv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace mcpjury {
namespace {

OsvRecord record_of(std::string_view text) {
  auto parsed = parse_json(text, "record", {});
  EXPECT_TRUE(parsed.ok()) << text;
  auto record = read_osv(parsed->value);
  EXPECT_TRUE(record.ok()) << (record.ok() ? "" : record.error().message);
  return record.ok() ? *record : OsvRecord{};
}

// One affected package, from the texts of its "ranges" and "versions".
OsvRecord affecting(std::string ecosystem, std::string name, std::string ranges,
                    std::string versions = "[]") {
  return record_of(R"({"id":"T-1","modified":"2024-01-01T00:00:00Z","affected":[{"package":{"ecosystem":")" +
                   ecosystem + R"(","name":")" + name + R"("},"ranges":)" + ranges + R"(,"versions":)" +
                   versions + "}]}");
}

TEST(ReadOsv, TakesWhatARecordSays) {
  const auto record = record_of(R"({
    "id": "GHSA-xxxx", "modified": "2024-02-01T00:00:00Z", "published": "2024-01-01T00:00:00Z",
    "aliases": ["CVE-2024-1"], "summary": "A summary", "details": "Long",
    "severity": [{"type": "CVSS_V2", "score": "AV:N/AC:L/Au:N/C:C/I:C/A:C"},
                 {"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"},
                 {"type": "Ubuntu", "score": "high"}],
    "affected": [{"package": {"ecosystem": "npm", "name": "left"},
                  "severity": [{"type": "CVSS_V4", "score": "CVSS:4.0/AV:N"}],
                  "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "1.0.0"}]}],
                  "ecosystem_specific": {"severity": "Low"}}],
    "references": [{"type": "WEB", "url": "https://a.example"}, {"type": "ADVISORY", "url": "https://b.example"}],
    "database_specific": {"severity": "HIGH", "cwe_ids": ["CWE-79"], "cwes": [{"cweId": "CWE-80"}]}})");
  EXPECT_EQ(record.id, "GHSA-xxxx");
  EXPECT_EQ(record.summary, "A summary");
  EXPECT_EQ(record.severity_label, "high");
  EXPECT_EQ(record.reference, "https://b.example");
  EXPECT_THAT(record.aliases, testing::ElementsAre("CVE-2024-1"));
  EXPECT_THAT(record.cwe, testing::ElementsAre("CWE-79", "CWE-80"));
  EXPECT_THAT(record.cvss_vectors,
              testing::ElementsAre("CVSS:4.0/AV:N", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
                                   "AV:N/AC:L/Au:N/C:C/I:C/A:C"));
  ASSERT_EQ(record.affected.size(), 1u);
  EXPECT_EQ(record.affected[0].severity_label, "low");
  EXPECT_FALSE(record.malicious);
}

TEST(ReadOsv, TakesTheBeginningOfTheDetailsForAMissingSummary) {
  const auto record = record_of(R"({"id":"P","modified":"m","details":"\nFirst line.\nSecond."})");
  EXPECT_EQ(record.summary, "First line.");
  const auto cut =
      record_of(R"({"id":"P","modified":"m","details":")" + std::string(399, 'a') + "\u00e4\u00e4\"}");
  EXPECT_EQ(cut.summary, std::string(399, 'a'));
}

TEST(ReadOsv, RefusesWhatIsNoRecord) {
  EXPECT_EQ(read_osv(Json(7)).error().code, ErrorCode::kNotJson);
  EXPECT_EQ(read_osv(Json(JsonObject{})).error().code, ErrorCode::kNothingToGrade);
  EXPECT_EQ(read_osv(Json(JsonObject{{"id", "X"}})).error().code, ErrorCode::kNothingToGrade);
  // Members of another type say nothing, and nothing is assumed for them.
  const auto odd =
      record_of(R"({"id":"X","modified":"m","affected":[7,{"package":1,"ranges":[1,{"events":[1,{}]}],
                                 "versions":[1,"2"]}],"severity":[1,{}],"references":[1,{}],"aliases":{}})");
  ASSERT_EQ(odd.affected.size(), 1u);
  EXPECT_THAT(odd.affected[0].versions, testing::ElementsAre("2"));
}

TEST(ReadOsv, SaysWhenThereIsTooMuch) {
  JsonArray affected;
  for (int i = 0; i < 1001; ++i) affected.push_back(JsonObject{});
  const auto record = read_osv(Json(JsonObject{{"id", "X"}, {"modified", "m"}, {"affected", affected}}));
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().code, ErrorCode::kLimit);
}

TEST(ReadOsv, KnowsMalware) {
  EXPECT_TRUE(record_of(R"({"id":"MAL-2024-1","modified":"m"})").malicious);
  EXPECT_TRUE(record_of(R"({"id":"GHSA-1","modified":"m","aliases":["MAL-2024-1"]})").malicious);
  EXPECT_TRUE(record_of(R"({"id":"G","modified":"m","database_specific":{"malicious-packages-origins":[]}})")
                  .malicious);
  EXPECT_TRUE(
      record_of(R"({"id":"G","modified":"m","database_specific":{"cwe_ids":["CWE-506"]}})").malicious);
  EXPECT_FALSE(record_of(R"({"id":"G","modified":"m","database_specific":{"malicious":false}})").malicious);
}

TEST(IsAffected, WalksUnsortedEvents) {
  const auto record = affecting(
      "npm", "left",
      R"([{"type":"SEMVER","events":[{"fixed":"2.1.0"},{"introduced":"2.0.0"},{"fixed":"1.0.4"},{"introduced":"0"}]}])");
  std::string fixed;
  EXPECT_EQ(is_affected(record, "npm", "left", "0.0.1", &fixed), Affected::kYes);
  EXPECT_EQ(fixed, "1.0.4");
  EXPECT_EQ(is_affected(record, "npm", "left", "1.0.4", &fixed), Affected::kNo);
  EXPECT_EQ(fixed, "");
  EXPECT_EQ(is_affected(record, "npm", "left", "2.0.5", &fixed), Affected::kYes);
  EXPECT_EQ(fixed, "2.1.0");
  EXPECT_EQ(is_affected(record, "npm", "left", "2.1.0"), Affected::kNo);
  EXPECT_EQ(is_affected(record, "npm", "left", "2.1.0-rc.1"), Affected::kYes);
  EXPECT_EQ(is_affected(record, "npm", "right", "2.0.5"), Affected::kNo);
  EXPECT_EQ(is_affected(record, "PyPI", "left", "2.0.5"), Affected::kNo);
  EXPECT_EQ(is_affected(record, "npm", "left", "not a version"), Affected::kUnknown);
}

TEST(IsAffected, JoinsRangesThatAdjoin) {
  const auto record =
      affecting("PyPI", "p", R"([{"type":"ECOSYSTEM","events":[{"introduced":"1.0"},{"fixed":"2.0"},
                                                 {"introduced":"2.0"},{"fixed":"3.0"}]}])");
  for (const char* version : {"1.5", "2.0", "2.0.0", "2.5"}) {
    EXPECT_EQ(is_affected(record, "PyPI", "p", version), Affected::kYes) << version;
  }
  EXPECT_EQ(is_affected(record, "PyPI", "p", "3.0"), Affected::kNo);
  const auto nothing =
      affecting("PyPI", "p", R"([{"type":"ECOSYSTEM","events":[{"introduced":"1.0"},{"fixed":"1.0"}]}])");
  EXPECT_EQ(is_affected(nothing, "PyPI", "p", "1.0"), Affected::kNo);
  EXPECT_EQ(is_affected(nothing, "PyPI", "p", "1.1"), Affected::kNo);
}

TEST(IsAffected, KnowsLastAffectedAndLimit) {
  const auto last =
      affecting("PyPI", "Left_Pad",
                R"([{"type":"ECOSYSTEM","events":[{"introduced":"1.0"},{"last_affected":"1.5"}]}])");
  EXPECT_EQ(is_affected(last, "PyPI", "left-pad", "1.5.0"), Affected::kYes);
  EXPECT_EQ(is_affected(last, "PyPI", "left.pad", "1.5.1"), Affected::kNo);
  EXPECT_EQ(is_affected(last, "PyPI", "left-pad", "0.9"), Affected::kNo);
  const auto limited = affecting(
      "Go", "m",
      R"([{"type":"SEMVER","events":[{"introduced":"1.0.0"},{"limit":"2.0.0"},{"limit":"1.5.0"}]}])");
  EXPECT_EQ(is_affected(limited, "Go", "m", "v1.9.0"), Affected::kYes);
  EXPECT_EQ(is_affected(limited, "Go", "m", "v2.0.0"), Affected::kNo);
}

TEST(IsAffected, TakesTheListOfVersionsToo) {
  const auto record =
      affecting("PyPI", "p", R"([{"type":"ECOSYSTEM","events":[{"introduced":"3"},{"fixed":"4"}]}])",
                R"(["1.0","odd-version"])");
  std::string fixed;
  EXPECT_EQ(is_affected(record, "PyPI", "p", "1.0.0", &fixed), Affected::kYes);
  EXPECT_EQ(fixed, "4");
  EXPECT_EQ(is_affected(record, "PyPI", "p", "odd-version"), Affected::kYes);
  EXPECT_EQ(is_affected(record, "PyPI", "p", "2.0"), Affected::kNo);
  const auto listed = affecting("npm", "m", "[]", R"(["1.0.0"])");
  EXPECT_EQ(is_affected(listed, "npm", "m", "1.0.0"), Affected::kYes);
  EXPECT_EQ(is_affected(listed, "npm", "m", "1.0.1"), Affected::kNo);
}

TEST(IsAffected, IgnoresWithdrawnRecordsCommitsAndSuffixes) {
  auto record = affecting("Debian:12", "curl", R"([{"type":"ECOSYSTEM","events":[{"introduced":"0"}]}])");
  EXPECT_EQ(is_affected(record, "Debian", "curl", "7.88.1-10"), Affected::kYes);
  EXPECT_EQ(is_affected(record, "Debian:11", "curl", "anything"), Affected::kYes);
  record.withdrawn = "2024-01-01T00:00:00Z";
  EXPECT_EQ(is_affected(record, "Debian", "curl", "7.88.1-10"), Affected::kNo);
  const auto commits =
      affecting("npm", "m", R"([{"type":"GIT","events":[{"introduced":"0"},{"fixed":"abc"}]}])");
  EXPECT_EQ(is_affected(commits, "npm", "m", "1.0.0"), Affected::kUnknown);
  const auto fixed =
      affecting("Debian:12", "curl", R"([{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"8"}]}])");
  EXPECT_EQ(is_affected(fixed, "Debian", "curl", "7.88.1-10"), Affected::kUnknown);
}

TEST(IsAffected, ReadsShortVersionsOfRecordsAndTagsOfActions) {
  const auto npm =
      affecting("npm", "m", R"([{"type":"SEMVER","events":[{"introduced":"1"},{"fixed":"1.2"}]}])");
  EXPECT_EQ(is_affected(npm, "npm", "m", "1.1.9"), Affected::kYes);
  EXPECT_EQ(is_affected(npm, "npm", "m", "1.2.0"), Affected::kNo);
  const auto action = affecting("GitHub Actions", "tj-actions/changed-files",
                                R"([{"type":"ECOSYSTEM","events":[{"introduced":"0"},{"fixed":"46.0.1"}]}])");
  EXPECT_EQ(is_affected(action, "GitHub Actions", "tj-actions/changed-files", "v45.0.7"), Affected::kYes);
  EXPECT_EQ(is_affected(action, "GitHub Actions", "tj-actions/changed-files", "v46.0.1"), Affected::kNo);
  EXPECT_EQ(is_affected(action, "GitHub Actions", "tj-actions/changed-files", "0e58ed8"), Affected::kUnknown);
}

TEST(IsAffected, WalksEventsOfEveryEcosystem) {
  struct Row {
    const char *ecosystem, *introduced, *fixed, *inside, *outside;
  };
  for (const Row& row : {Row{"Maven", "2.0-beta9", "2.15.0", "2.0-rc1", "2.0-beta8"},
                         Row{"RubyGems", "5.0", "5.2.4.3", "5.2.4.2", "5.0.0.beta1"},
                         Row{"NuGet", "1.0.0-beta", "1.0.1.2", "1.0.1.1", "1.0.0-ALPHA"},
                         Row{"Packagist", "1.0.0", "1.2.0", "v1.1.9", "1.2.0"},
                         Row{"crates.io", "0.0.0-0", "0.8.30", "0.8.29", "0.8.30"}}) {
    const auto record =
        affecting(row.ecosystem, "p",
                  R"([{"type":"ECOSYSTEM","events":[{"introduced":")" + std::string(row.introduced) +
                      R"("},{"fixed":")" + row.fixed + R"("}]}])");
    EXPECT_EQ(is_affected(record, row.ecosystem, "p", row.inside), Affected::kYes) << row.ecosystem;
    EXPECT_EQ(is_affected(record, row.ecosystem, "p", row.outside), Affected::kNo) << row.ecosystem;
    EXPECT_EQ(is_affected(record, row.ecosystem, "p", row.fixed), Affected::kNo) << row.ecosystem;
  }
}

}  // namespace
}  // namespace mcpjury
