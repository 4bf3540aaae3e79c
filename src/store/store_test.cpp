// Every test runs on SQLite, and on PostgreSQL where MCPJURY_TEST_POSTGRES names an empty database.
#include "store/store.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <cstdlib>
#include <filesystem>

#include "store/packed_text.h"
#include "store/schema.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

NewScan scan(std::string key, std::string at,
             std::string description = "Searches all the notes there are, and more.") {
  NewScan out;
  out.row.target_key = std::move(key);
  out.row.target_kind = "remote";
  out.row.display = "https://host.example/mcp?x='; drop table scans; --";
  out.row.credential = "none";
  out.row.observed_at = std::move(at);
  out.row.evidence_sha256 = "e" + description;
  out.row.surface_sha256 = "s" + description;
  out.row.tool_count = 1;
  out.row.server_name = std::string("no\0tes", 6);
  out.row.server_version = "1.0";
  out.row.marks = JsonObject{{"tooltrust", JsonObject{{"grade", "A"}}}};
  out.evidence = JsonObject{{"what", description}};
  out.report = JsonObject{{"at", out.row.observed_at}};
  out.findings = {{"print", "runs-code", "capability", "high", "high", "tool", "se\"arch", "/tools/0"},
                  {"print2", "runs-code", "capability", "high", "high", "tool", "search", "/tools/1"}};
  out.tools = {{"search", "search", description}, {"search", "search", description}};
  return out;
}

class StoreTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "sqlite") {
      folder_ = fs::temp_directory_path() / ("store-test-" + std::to_string(::getpid()));
      fs::create_directories(folder_);
      options_.url = "sqlite:" + (folder_ / "a b\"c.sqlite").string();
    } else {
      options_.url = std::getenv("MCPJURY_TEST_POSTGRES");
      soci::session sql("postgresql", std::getenv("MCPJURY_TEST_POSTGRES_PARAMETERS"));
      sql << "drop schema public cascade";
      sql << "create schema public";
    }
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::unique_ptr<Store> open() {
    auto store = Store::open(options_);
    EXPECT_TRUE(store.ok()) << (store ? "" : store.error().message);
    return store ? std::move(*store) : nullptr;
  }
  fs::path folder_;
  StoreOptions options_;
};

TEST_P(StoreTest, WhatIsStoredIsThereAfterOpeningAgain) {
  const auto id = open()->add_scan(scan("k", "2026-01-01T00:00:00Z"));
  ASSERT_TRUE(id.ok()) << id.error().message;
  const auto store = open();
  const auto rows = store->history("k", 10);
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ((*rows)[0].id, *id);
  EXPECT_EQ((*rows)[0].server_name, "notes");
  EXPECT_EQ((*rows)[0].display, scan("", "").row.display);
  EXPECT_EQ((*rows)[0].marks.as_object().at("tooltrust").as_object().at("grade"), "A");
  EXPECT_EQ(store->evidence((*rows)[0].evidence_sha256)->as_object().size(), 1u);
  EXPECT_EQ(store->report(*id)->as_object().at("at"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(store->findings(*id)->size(), 2u);
  EXPECT_FALSE(store->evidence("none").ok());
  EXPECT_FALSE(store->report(99).ok());
}

TEST_P(StoreTest, TheLastWholeScanIsTheOneToCompareWith) {
  const auto store = open();
  ASSERT_TRUE(store->add_scan(scan("k", "2026-01-01T00:00:00Z")).ok());
  NewScan cut = scan("k", "2026-01-02T00:00:00Z");
  cut.row.truncated = true;
  ASSERT_TRUE(store->add_scan(cut).ok());
  NewScan with_key = scan("k", "2026-01-03T00:00:00Z");
  with_key.row.credential = "api_key";
  ASSERT_TRUE(store->add_scan(with_key).ok());
  EXPECT_EQ((*store->last_scan("k", "none", ""))->observed_at, "2026-01-01T00:00:00Z");
  EXPECT_EQ((*store->last_scan("k", "api_key", ""))->observed_at, "2026-01-03T00:00:00Z");
  EXPECT_FALSE(store->last_scan("k", "none", "2026-01-01T00:00:00Z")->has_value());
  EXPECT_FALSE(store->last_scan("other", "none", "")->has_value());
  EXPECT_EQ(store->latest_of_all(10)->size(), 2u);
}

TEST_P(StoreTest, EvidenceIsKeptOnce) {
  const auto store = open();
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(store->add_scan(scan("k", "2026-01-0" + std::to_string(i + 1))).ok());
  const auto status = store->status();
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(status->scans, 5u);
  EXPECT_EQ(status->evidence, 1u);
  EXPECT_EQ(status->tools, 1u);
  EXPECT_EQ(status->schema_version, kStoreSchemaVersion);
}

TEST_P(StoreTest, FindsTheSameElsewhere) {
  const auto store = open();
  ASSERT_TRUE(store->add_scan(scan("one", "2026-01-01T00:00:00Z")).ok());
  ASSERT_TRUE(store->add_scan(scan("two", "2026-02-01T00:00:00Z")).ok());
  const auto named = store->same_name("search", "two", 10);
  ASSERT_TRUE(named.ok()) << named.error().message;
  ASSERT_EQ(named->size(), 1u);
  EXPECT_EQ((*named)[0].target_key, "one");
  EXPECT_EQ((*named)[0].first_seen, "2026-01-01T00:00:00Z");
  EXPECT_EQ(store->same_description(scan("", "").tools[0].description_sha256, "one", 10)->size(), 1u);
  EXPECT_TRUE(store->same_description("", "one", 10)->empty());
}

TEST_P(StoreTest, FeedbackIsCounted) {
  const auto store = open();
  for (const char* kind : {"false_positive", "false_positive", "confirmed"}) {
    ASSERT_TRUE(
        store->add_feedback({"2026-01-01T00:00:00Z", "print", "runs-code", "k", kind, "a note"}).ok());
  }
  const auto counts = store->feedback_counts();
  ASSERT_TRUE(counts.ok()) << counts.error().message;
  ASSERT_EQ(counts->size(), 1u);
  EXPECT_EQ((*counts)[0].false_positive, 2u);
  EXPECT_EQ((*counts)[0].confirmed, 1u);
}

TEST_P(StoreTest, VacuumKeepsTheNewest) {
  const auto store = open();
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(
        store->add_scan(scan("k", "2020-01-0" + std::to_string(i + 1) + "T00:00:00Z", std::to_string(i)))
            .ok());
  }
  const auto gone = store->vacuum(30, 2);
  ASSERT_TRUE(gone.ok()) << gone.error().message;
  EXPECT_EQ(*gone, 3u);
  EXPECT_EQ(store->status()->scans, 2u);
  EXPECT_EQ(store->status()->evidence, 2u);
  EXPECT_EQ(store->status()->findings, 4u);
}

TEST_P(StoreTest, AnExportReadsBackToTheSameLines) {
  const auto lines_of = [](Store& store) {
    std::vector<std::string> lines;
    EXPECT_TRUE(store
                    .export_to([&](std::string_view line) {
                      lines.emplace_back(line);
                      return true;
                    })
                    .ok());
    return lines;
  };
  const auto store = open();
  ASSERT_TRUE(store->add_scan(scan("one", "2026-01-01T00:00:00Z")).ok());
  ASSERT_TRUE(store->add_scan(scan("two", "2026-01-02T00:00:00Z")).ok());
  ASSERT_TRUE(
      store->add_feedback({"2026-01-01T00:00:00Z", "print", "runs-code", "k", "confirmed", "ok"}).ok());
  const auto lines = lines_of(*store);
  StoreOptions other;
  other.url = "sqlite:" + (fs::temp_directory_path() / ("store-copy-" + std::to_string(::getpid()))).string();
  {
    auto copy = Store::open(other);
    ASSERT_TRUE(copy.ok());
    const auto taken = (*copy)->import_lines(lines);
    ASSERT_TRUE(taken.ok()) << taken.error().message;
    EXPECT_EQ(*taken, lines.size());
    EXPECT_EQ(lines_of(**copy), lines);
    EXPECT_EQ(*(*copy)->import_lines(lines), 0u);
    EXPECT_FALSE((*copy)->import_lines({"{}"}).ok());
    EXPECT_FALSE((*copy)->import_lines({R"({"table":"scans"})"}).ok());
  }
  for (const char* end : {"", "-wal", "-shm"}) fs::remove(other.url.substr(7) + end);
}

TEST_P(StoreTest, ANewerSchemaIsRefusedWithTheReason) {
  open();
  {
    soci::session sql(GetParam() == "sqlite" ? "sqlite3" : "postgresql",
                      GetParam() == "sqlite" ? "dbname=\"" + (folder_ / "a b\\\"c.sqlite").string() + "\""
                                             : std::string(std::getenv("MCPJURY_TEST_POSTGRES_PARAMETERS")));
    sql << "insert into mcpjury_schema (version) values (99)";
  }
  const auto store = Store::open(options_);
  ASSERT_FALSE(store.ok());
  EXPECT_NE(store.error().message.find("newer"), std::string::npos);
}

TEST_P(StoreTest, EveryEarlierSchemaIsBroughtUp) {
  {
    soci::session sql(GetParam() == "sqlite" ? "sqlite3" : "postgresql",
                      GetParam() == "sqlite" ? "dbname=\"" + (folder_ / "a b\\\"c.sqlite").string() + "\""
                                             : std::string(std::getenv("MCPJURY_TEST_POSTGRES_PARAMETERS")));
    sql << "create table mcpjury_schema (version integer not null)";
    for (const std::string& statement :
         migration(0, GetParam() == "sqlite" ? StoreEngine::kSqlite : StoreEngine::kPostgres)) {
      sql << statement;
    }
    sql << "insert into mcpjury_schema (version) values (1)";
    const std::string packed = pack_text("{\"kept\":true}");
    sql << "insert into evidence (sha256, packed) values ('old', :p)", soci::use(packed);
  }
  const auto store = open();
  ASSERT_NE(store, nullptr);
  const auto old = store->evidence("old");
  EXPECT_TRUE(old.ok()) << old.error().message;
  EXPECT_TRUE(store->add_feedback({"t", "f", "d", "k", "confirmed", ""}).ok());
}

std::vector<std::string> engines() {
  std::vector<std::string> out{"sqlite"};
  if (std::getenv("MCPJURY_TEST_POSTGRES") != nullptr) out.push_back("postgresql");
  return out;
}
INSTANTIATE_TEST_SUITE_P(Engines, StoreTest, testing::ValuesIn(engines()),
                         [](const auto& engine) { return engine.param; });

TEST(StoreOpen, AFolderThatIsNoneIsAnError) {
  StoreOptions options;
  options.url = "sqlite:/proc/none/history.sqlite";
  EXPECT_FALSE(Store::open(options).ok());
  options.url = "postgresql://127.0.0.1:1/none";
  const auto store = Store::open(options);
  ASSERT_FALSE(store.ok());
}

TEST(PackedText, IsBounded) {
  const std::string zeros(1'000'000, '0');
  const std::string packed = pack_text(zeros);
  EXPECT_LT(packed.size(), 5'000u);
  EXPECT_EQ(*unpack_text(packed), zeros);
  EXPECT_FALSE(unpack_text(packed, 1000).ok());
  EXPECT_FALSE(unpack_text("nonsense!").ok());
  EXPECT_FALSE(unpack_text(packed.substr(0, packed.size() / 8 * 4)).ok());
}

}  // namespace
}  // namespace mcpjury
