#include "scan/record.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/canonical_json.h"
#include "base/sha256.h"
#include "model/record_hash.h"
#include "report/record.h"

namespace mcpjury {
namespace {

Json parsed(std::string_view text) {
  auto json = parse_json(text, "test", {});
  EXPECT_TRUE(json.ok());
  return json.ok() ? std::move(json->value) : Json();
}

Evidence evidence() {
  Evidence out;
  out.target = {TargetKind::kSource, "source:acme", "acme"};
  out.observed_at = "2026-11-15T09:00:00Z";
  const auto set = [&](Facet facet, std::string_view json) {
    out.facet(facet) = {FacetState::kSeen, "", parsed(json)};
  };
  set(Facet::kDefinition, R"({"server":{"name":"acme","version":"1.0.0"},"tools":[{"name":"git_log",
    "description":"Shows the log of a repository.","inputSchema":{"type":"object","properties":{}}}]})");
  set(Facet::kFeeds,
      R"({"feeds":[{"name":"osv/npm","kind":"osv","version":"2026-11-14","sha256":"ab","as_of":"2026-11-14"}]})");
  set(Facet::kDependencies,
      R"({"packages":[{"ecosystem":"npm","name":"a","version":"1.0.0","direct":true}],"lookalikes":[],
    "advisories":[{"id":"GHSA-1","ecosystem":"npm","package":"a","version":"1.0.0","direct":true,"cvss_tenths":75}]})");
  set(Facet::kSource, R"({"languages":{"typescript":3},"install_hooks":[],"licences":[{"id":"MIT"}],
    "vcs":{"commit":"0123456789abcdef0123456789abcdef01234567"},
    "facts":[{"fact":"path-from-parameter","file":"a.ts","line":4,"confidence":"high"}],
    "secrets":[{"kind":"token","file":"b.ts","line":1,"verified":"not_tried"}],
    "health":{"checks":[{"id":"tests","passed":true},{"id":"readme","passed":false},{"id":"age"}]}})");
  set(Facet::kProvenance, R"({"package":{"ecosystem":"npm","name":"acme","version":"1.0.0"},"slsa_level":2,
    "signatures":[{"kind":"registry","state":"verified"}]})");
  return out;
}

JsonObject record_of(Evidence seen) {
  ScanOptions options;
  Detective detective;
  return record_to_json(*judge(std::move(seen), options, detective));
}

JsonObject& engine(JsonObject& record, std::string_view id) {
  for (Json& entry : record["engines"].as_array()) {
    if (view(entry.as_object()["id"].as_string()) == id) return entry.as_object();
  }
  ADD_FAILURE() << id;
  return record["engines"].as_array()[0].as_object();
}

TEST(ScanRecord, HoldsWhenNothingWasTouched) {
  const Json record = record_of(evidence());
  const auto check = check_record(record);
  ASSERT_TRUE(check.ok());
  EXPECT_TRUE(check->wrong.empty()) << (check->wrong.empty() ? "" : check->wrong.front());
  EXPECT_EQ(check->recomputed.engines.size(), 16u);
  EXPECT_EQ(record.at("target").at("sha").as_string(), "0123456789abcdef0123456789abcdef01234567");
  EXPECT_GT(check->recomputed.coverage_bp, 7000);
  EXPECT_EQ(record.at("score").as_int64(), *check->recomputed.score);
}

TEST(ScanRecord, SameEvidenceGivesTheSameBytesWhateverTheTime) {
  Evidence later = evidence();
  later.observed_at = "2027-01-01T00:00:00Z";
  EXPECT_EQ(record_of(evidence())["record_sha256"], record_of(std::move(later))["record_sha256"]);
}

TEST(ScanRecord, EveryTouchedNumberIsFound) {
  const auto wrong = [](auto touch) {
    JsonObject record = record_of(evidence());
    touch(record);
    const auto check = check_record(Json(record));
    return check.ok() ? check->wrong.size() : 0;
  };
  EXPECT_EQ(wrong([](JsonObject&) {}), 0u);
  EXPECT_GE(wrong([](JsonObject& r) { r["score"] = 99; }), 2u);
  EXPECT_GE(wrong([](JsonObject& r) {
              r["light"] = "red";
              r["record_sha256"] = record_sha256(r);
            }),
            1u);
  EXPECT_GE(wrong([](JsonObject& r) { engine(r, "supply-slsa")["sub_score"] = 100; }), 2u);
  EXPECT_GE(wrong([](JsonObject& r) { engine(r, "supply-slsa")["weight_bp"] = 0; }), 1u);
  EXPECT_GE(wrong([](JsonObject& r) {
              engine(r, "secrets-pattern")["raw"] = JsonObject{{"counted", JsonArray()}};
            }),
            2u);
  EXPECT_GE(wrong([](JsonObject& r) { engine(r, "secrets-pattern")["raw"] = "x"; }), 1u);
  EXPECT_GE(wrong([](JsonObject& r) { engine(r, "secrets-pattern")["state"] = "asleep"; }), 1u);
  EXPECT_GE(wrong([](JsonObject& r) { r["engines"].as_array().pop_back(); }), 1u);
  EXPECT_GE(wrong([](JsonObject& r) { r["coverage_bp"] = 10000; }), 1u);
}

// A consistent forgery needs raw output that says something else, and that is what a rescan shows.
TEST(ScanRecord, ComparesEngineByEngine) {
  const JsonObject before = record_of(evidence());
  EXPECT_TRUE(compare_records(before, before).same);
  Evidence changed = evidence();
  changed.facet(Facet::kSource).data =
      parsed(R"({"languages":{"typescript":3},"facts":[],"install_hooks":[],"licences":[],
    "secrets":[],"vcs":{"commit":"ffff"},"health":{"checks":[{"id":"tests","passed":true}]}})");
  const RecordDifference difference = compare_records(before, record_of(std::move(changed)));
  EXPECT_FALSE(difference.same);
  ASSERT_EQ(difference.engines.size(), 16u);
  for (const EngineDifference& one : difference.engines) {
    const bool touched = one.id == "vuln-first-party-sast" || one.id == "secrets-pattern" ||
                         one.id == "meta-license" || one.id == "meta-repo-health";
    EXPECT_EQ(!one.why.empty(), touched) << one.id << one.why;
  }
  ASSERT_FALSE(difference.versions.empty());
  EXPECT_NE(difference.versions.front().find("sha"), std::string::npos);
}

TEST(ScanRecord, OtherFeedsAndOtherRulesAreSaid) {
  const JsonObject before = record_of(evidence());
  Evidence other = evidence();
  other.facet(Facet::kFeeds).data =
      parsed(R"({"feeds":[{"name":"osv/npm","kind":"osv","version":"2026-11-15","sha256":"cd"}]})");
  JsonObject now = record_of(std::move(other));
  engine(now, "meta-license")["rule_pack"] = "another";
  const RecordDifference difference = compare_records(before, now);
  EXPECT_TRUE(difference.same);
  ASSERT_EQ(difference.versions.size(), 2u);
  EXPECT_NE(difference.versions[0].find("catalogue"), std::string::npos);
  EXPECT_NE(difference.versions[1].find("feeds"), std::string::npos);
}

TEST(ScanRecord, ACriticalIsRecomputedFromItsEngine) {
  Evidence seen = evidence();
  seen.facet(Facet::kDependencies).data =
      parsed(R"({"advisories":[{"id":"MAL-1","ecosystem":"npm","package":"a",
    "version":"1.0.0","kind":"malicious","action":"block"}]})");
  JsonObject record = record_of(std::move(seen));
  EXPECT_EQ(record["score"].as_int64(), 0);
  EXPECT_EQ(engine(record, "vuln-malware-signatures")["critical"].as_array().size(), 1u);
  auto check = check_record(Json(record));
  ASSERT_TRUE(check.ok());
  EXPECT_TRUE(check->wrong.empty());
  engine(record, "vuln-malware-signatures")["critical"] = JsonArray();
  check = check_record(Json(record));
  EXPECT_FALSE(check->wrong.empty());
}

TEST(ScanRecord, OtherFilesAreNoRecords) {
  EXPECT_FALSE(check_record(parsed("[]")).ok());
  EXPECT_FALSE(check_record(parsed(R"({"schema":"mcpjury/scan-record/9"})")).ok());
  const auto check = check_record(parsed(R"({"schema":"mcpjury/scan-record/1"})"));
  ASSERT_TRUE(check.ok());
  EXPECT_FALSE(check->wrong.empty());
  EXPECT_FALSE(is_record_file("/nonexistent", {}));
}

TEST(ScanRecord, LooksAgainAtAFile) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("mcpjury-record-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "evidence.json").string();
  std::ofstream(file) << canonical_json(evidence_to_json(evidence()));
  JsonObject record = record_of(evidence());
  record["target"].as_object()["url"] = file;
  const auto now = record_again(record, {}, {});
  ASSERT_TRUE(now.ok()) << now.error().message;
  const RecordDifference difference = compare_records(record, *now);
  EXPECT_TRUE(difference.same);
  record["target"].as_object()["kind"] = "local";
  EXPECT_FALSE(record_again(record, {}, {}).ok());
  record["target"].as_object()["url"] = "-";
  EXPECT_FALSE(record_again(record, {}, {}).ok());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mcpjury
