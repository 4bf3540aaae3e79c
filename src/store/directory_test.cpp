// The directory of the newest scans, on both engines where PostgreSQL is given (see store_test.cpp).
#include <gtest/gtest.h>
#include <soci/soci.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "store/latest.h"
#include "store/store.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

NewScan listed_scan(std::string key, std::string at, std::string grade = "A", std::string surface = "s") {
  NewScan out;
  out.row.target_key = std::move(key);
  out.row.target_kind = "remote";
  out.row.display = "https://" + out.row.target_key + ".example/mcp";
  out.row.credential = "none";
  out.row.observed_at = std::move(at);
  out.row.evidence_sha256 = "e" + out.row.target_key + surface;
  out.row.surface_sha256 = std::move(surface);
  out.row.rest_sha256 = "r";
  out.row.tool_count = 3;
  out.row.server_name = "Server " + out.row.target_key;
  out.row.marks = JsonObject{{"tooltrust", JsonObject{{"grade", std::move(grade)}, {"state", "complete"}}},
                             {"ampel", JsonObject{{"light", "grey"}, {"score", nullptr}}},
                             {"aivss", JsonObject{{"grade", nullptr}, {"state", "not_run"}}}};
  out.evidence = [] { return std::string("{}"); };
  out.report = "{}";
  out.tools = [] { return std::vector<ToolRow>(); };
  return out;
}

FindingRow finding_of(std::string kind) {
  return {"p", "d", std::move(kind), "high", "high", "tool", "t", "/"};
}

class DirectoryTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "sqlite") {
      folder_ = fs::temp_directory_path() / ("directory-test-" + std::to_string(::getpid()));
      fs::create_directories(folder_);
      options_.url = "sqlite:" + (folder_ / "d.sqlite").string();
      parameters_ = "dbname=" + (folder_ / "d.sqlite").string();
    } else {
      options_.url = std::getenv("MCPJURY_TEST_POSTGRES");
      parameters_ = std::getenv("MCPJURY_TEST_POSTGRES_PARAMETERS");
      soci::session sql("postgresql", parameters_);
      sql << "drop schema public cascade";
      sql << "create schema public";
    }
    auto store = Store::open(options_);
    ASSERT_TRUE(store.ok()) << store.error().message;
    store_ = std::move(*store);
  }
  void TearDown() override {
    store_.reset();
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::int64_t add(const NewScan& scan) {
    const auto id = store_->add_scan(scan);
    EXPECT_TRUE(id.ok()) << (id ? "" : id.error().message);
    return id ? *id : 0;
  }
  std::vector<std::string> keys(const DirectoryQuery& query) {
    const auto page = store_->directory(query);
    EXPECT_TRUE(page.ok()) << (page ? "" : page.error().message);
    std::vector<std::string> out;
    if (page) {
      for (const DirectoryRow& row : page->rows) out.push_back(row.target_key);
    }
    return out;
  }
  // Every column of every row, to see whether making them again gives the same.
  std::set<std::string> table() {
    std::set<std::string> out;
    soci::session sql(GetParam() == "sqlite" ? "sqlite3" : "postgresql", parameters_);
    soci::rowset<std::string> rows =
        (sql.prepare
         << "select target_key || '|' || credential || '|' || scan_id || '|' || first_seen || '|' || "
            "last_seen || '|' || changed_at || '|' || surface || '|' || malice || '|' || weakness || "
            "'|' || capability || '|' || hygiene || '|' || grades || '|' || verdict || '|' || words from "
            "latest");
    for (const std::string& row : rows) out.insert(row);
    return out;
  }
  void fill_again() {
    soci::session sql(GetParam() == "sqlite" ? "sqlite3" : "postgresql", parameters_);
    sql << "begin";
    fill_latest(sql);
    sql << "commit";
  }

  fs::path folder_;
  std::string parameters_;
  StoreOptions options_;
  std::unique_ptr<Store> store_;
};

TEST_P(DirectoryTest, ListsTheNewestScanOfEveryTarget) {
  add(listed_scan("one", "2026-01-01T00:00:00Z", "F"));
  add(listed_scan("two", "2026-01-02T00:00:00Z"));
  NewScan newer = listed_scan("one", "2026-01-03T00:00:00Z", "B");
  newer.findings = {finding_of("malice"), finding_of("hygiene"), finding_of("hygiene"),
                    finding_of("no kind")};
  const std::int64_t id = add(newer);
  const auto page = store_->directory({});
  ASSERT_TRUE(page.ok()) << page.error().message;
  ASSERT_EQ(page->rows.size(), 2u);
  EXPECT_EQ(page->next, "");
  const DirectoryRow& row = page->rows[0];
  EXPECT_EQ(row.target_key, "one");
  EXPECT_EQ(row.scan, id);
  EXPECT_EQ(row.observed_at, "2026-01-03T00:00:00Z");
  EXPECT_EQ(row.first_seen, "2026-01-01T00:00:00Z");
  EXPECT_EQ(row.changed_at, "2026-01-01T00:00:00Z");
  EXPECT_EQ(row.tool_count, 3u);
  EXPECT_EQ(row.marks.as_object().at("tooltrust").as_object().at("grade"), "B");
  EXPECT_EQ(row.malice, 1u);
  EXPECT_EQ(row.hygiene, 2u);
  EXPECT_EQ(row.weakness + row.capability, 0u);
  EXPECT_EQ((*store_->scan(id))->observed_at, "2026-01-03T00:00:00Z");
  EXPECT_FALSE(store_->scan(99)->has_value());
  EXPECT_EQ(store_->latest_of_all(10)->size(), 2u);
}

TEST_P(DirectoryTest, FiltersHoldTogether) {
  NewScan bad = listed_scan("evil", "2026-01-02T00:00:00Z", "F", "other");
  bad.findings = {finding_of("malice")};
  bad.row.server_name = std::string("Wei\0rd 100% Na_me '\"\\ \xC3\x84", 24);
  add(bad);
  add(listed_scan("good", "2026-01-01T00:00:00Z"));
  NewScan with_key = listed_scan("good", "2026-01-03T00:00:00Z", "C");
  with_key.row.credential = "api_key";
  add(with_key);
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keys({}), (Keys{"good", "evil", "good"}));
  EXPECT_EQ(keys({.credential = "none"}), (Keys{"evil", "good"}));
  EXPECT_EQ(keys({.text = "GOOD.exam", .credential = "none"}), Keys{"good"});
  EXPECT_EQ(keys({.text = "100% na_ME '\"\\"}), Keys{"evil"});
  EXPECT_EQ(keys({.text = "100_"}), Keys{});
  EXPECT_EQ(keys({.methodology = "tooltrust", .grade = "F"}), Keys{"evil"});
  EXPECT_EQ(keys({.methodology = "tooltrust", .grade = "f", .kind = "malice"}), Keys{"evil"});
  EXPECT_EQ(keys({.methodology = "tooltrust", .grade = "F", .kind = "hygiene"}), Keys{});
  EXPECT_EQ(keys({.methodology = "trust", .grade = "F"}), Keys{});
  EXPECT_EQ(keys({.grade = "grey"}).size(), 3u);
  EXPECT_EQ(keys({.methodology = "aivss", .grade = "not_run"}).size(), 3u);
  EXPECT_EQ(keys({.verdict = "stop"}), Keys{"evil"});
  EXPECT_EQ(keys({.verdict = "caution", .credential = "none"}), Keys{});
  EXPECT_EQ(keys({.kind = "hygiene", .verdict = "stop"}), Keys{});
  EXPECT_FALSE(store_->directory({.verdict = "Stop' or '1'='1"}).ok());
  EXPECT_EQ(keys({.since = "2026-01-02T00:00:00Z"}), (Keys{"good", "evil"}));
  EXPECT_FALSE(store_->directory({.kind = "1=1 or malice"}).ok());
  EXPECT_FALSE(store_->directory({.text = std::string(10'000, 'x')}).ok());
  EXPECT_EQ(keys({.text = "'; drop table latest; --"}), Keys{});
  const auto counts = store_->directory_counts({.credential = "none"});
  ASSERT_TRUE(counts.ok()) << counts.error().message;
  EXPECT_EQ(counts->rows, 2u);
  EXPECT_EQ(counts->verdicts, (std::map<std::string, std::uint64_t>{{"allow", 1}, {"stop", 1}}));
  EXPECT_EQ(counts->kinds.at("malice"), 1u);
  EXPECT_EQ(counts->kinds.at("hygiene"), 0u);
  EXPECT_EQ(counts->grades.at("tooltrust"), (std::map<std::string, std::uint64_t>{{"a", 1}, {"f", 1}}));
  EXPECT_EQ(counts->grades.at("ampel").at("grey"), 2u);
}

TEST_P(DirectoryTest, PagesMeetEveryRowOnce) {
  for (int i = 0; i < 25; ++i)  // most of them in one second
    add(listed_scan("k" + std::to_string(i), i < 20 ? "2026-01-01T00:00:00Z" : "2026-01-02T00:00:00Z"));
  std::vector<std::string> seen;
  DirectoryQuery query{.limit = 4};
  do {
    const auto page = store_->directory(query);
    ASSERT_TRUE(page.ok()) << page.error().message;
    for (const DirectoryRow& row : page->rows) seen.push_back(row.target_key);
    query.cursor = page->next;
  } while (!query.cursor.empty());
  EXPECT_EQ(seen.size(), 25u);
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 25u);
  EXPECT_EQ(seen.front(), "k24");
  EXPECT_EQ(seen.back(), "k0");
  for (const char* bad : {"x", "MTIz", "!!", "MSAnIG9y", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTkgeA=="})
    EXPECT_FALSE(store_->directory({.cursor = bad}).ok()) << bad;
}

TEST_P(DirectoryTest, PagesOfOneVerdictFollowTheNewestScan) {
  for (int i = 0; i < 30; ++i)
    add(listed_scan("k" + std::to_string(i), "2026-01-01T00:00:" + std::to_string(10 + i) + "Z",
                    i % 3 == 0   ? "F"
                    : i % 3 == 1 ? "C"
                                 : "A"));
  add(listed_scan("k0", "2026-01-02T00:00:00Z", "A"));  // no longer what it was
  std::vector<std::string> seen;
  DirectoryQuery query{.verdict = "stop", .limit = 4};
  do {
    const auto page = store_->directory(query);
    ASSERT_TRUE(page.ok()) << page.error().message;
    for (const DirectoryRow& row : page->rows) seen.push_back(row.target_key);
    query.cursor = page->next;
  } while (!query.cursor.empty());
  EXPECT_EQ(seen, (std::vector<std::string>{"k27", "k24", "k21", "k18", "k15", "k12", "k9", "k6", "k3"}));
  EXPECT_EQ(keys({.verdict = "allow"}).front(), "k0");
  EXPECT_EQ(store_->directory_counts({.verdict = "caution"})->rows, 10u);
}

TEST_P(DirectoryTest, AChangeIsAnotherWholeSurface) {
  const auto changed = [&] { return store_->directory({})->rows.at(0).changed_at; };
  add(listed_scan("k", "2026-01-01T00:00:00Z"));
  add(listed_scan("k", "2026-01-02T00:00:00Z"));
  EXPECT_EQ(changed(), "2026-01-01T00:00:00Z");
  NewScan cut = listed_scan("k", "2026-01-03T00:00:00Z", "A", "part");
  cut.row.truncated = true;
  add(cut);
  EXPECT_EQ(changed(), "2026-01-01T00:00:00Z");
  EXPECT_TRUE(store_->directory({})->rows.at(0).truncated);
  add(listed_scan("k", "2026-01-04T00:00:00Z"));
  EXPECT_EQ(changed(), "2026-01-01T00:00:00Z");
  add(listed_scan("k", "2026-01-05T00:00:00Z", "B", "new"));
  EXPECT_EQ(changed(), "2026-01-05T00:00:00Z");
  // A record of an earlier day comes late.
  add(listed_scan("k", "2025-12-31T00:00:00Z", "D", "older"));
  EXPECT_EQ(changed(), "2026-01-05T00:00:00Z");
  EXPECT_EQ(store_->directory({})->rows.at(0).first_seen, "2025-12-31T00:00:00Z");
  EXPECT_EQ(store_->directory({})->rows.at(0).marks.as_object().at("tooltrust").as_object().at("grade"), "B");
}

TEST_P(DirectoryTest, WhatIsMadeAgainIsTheSame) {
  for (int i = 0; i < 40; ++i) {
    NewScan scan = listed_scan("k" + std::to_string(i % 3), "2026-01-" + std::to_string(10 + i % 13),
                               i % 2 == 0 ? "A" : "B", "s" + std::to_string(i / 9 % 2));
    scan.row.truncated = i % 5 == 0;
    scan.row.display = std::string(199, 'x') + std::string(300, '\xC3');
    for (std::size_t at = 200; at < scan.row.display.size(); at += 2) scan.row.display[at] = '\x84';
    scan.row.credential = i % 4 == 0 ? "api_key" : "none";
    if (i % 7 == 0) scan.findings = {finding_of("weakness"), finding_of("capability")};
    scan.row.evidence_sha256 = std::to_string(i);
    add(scan);
  }
  const auto before = table();
  EXPECT_EQ(before.size(), 6u);
  fill_again();
  EXPECT_EQ(table(), before);
}

std::vector<std::string> directory_engines() {
  std::vector<std::string> out{"sqlite"};
  if (std::getenv("MCPJURY_TEST_POSTGRES") != nullptr) out.push_back("postgresql");
  return out;
}
INSTANTIATE_TEST_SUITE_P(Engines, DirectoryTest, testing::ValuesIn(directory_engines()),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace mcpjury
