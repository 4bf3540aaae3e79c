// Every test runs on SQLite, and on PostgreSQL where MCPJURY_TEST_POSTGRES names an empty database.
#include "store/store.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <cstdlib>
#include <filesystem>

#include "base/canonical_json.h"
#include "store/latest.h"
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
  out.evidence = [description] { return canonical_json(JsonObject{{"what", description}}); };
  out.report = canonical_json(JsonObject{{"at", out.row.observed_at}});
  out.findings = {{"print", "runs-code", "capability", "high", "high", "tool", "se\"arch", "/tools/0"},
                  {"print2", "runs-code", "capability", "high", "high", "tool", "search", "/tools/1"}};
  out.tools = [description] {
    return std::vector<ToolRow>{{"search", "search", description}, {"search", "search", description}};
  };
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
  std::string backend() const { return GetParam() == "sqlite" ? "sqlite3" : "postgresql"; }
  std::string parameters() const {
    return GetParam() == "sqlite" ? "dbname=\"" + (folder_ / "a b\\\"c.sqlite").string() + "\""
                                  : std::string(std::getenv("MCPJURY_TEST_POSTGRES_PARAMETERS"));
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
  EXPECT_EQ((*rows)[0].server_name, "no\xEF\xBF\xBDtes");
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
  EXPECT_EQ((*store->last_scan("k", "none", "", false))->observed_at, "2026-01-01T00:00:00Z");
  EXPECT_EQ((*store->last_scan("k", "api_key", "", false))->observed_at, "2026-01-03T00:00:00Z");
  EXPECT_FALSE(store->last_scan("k", "none", "2026-01-01T00:00:00Z", false)->has_value());
  EXPECT_FALSE(store->last_scan("other", "none", "", false)->has_value());
  EXPECT_TRUE(store->last_scan("k", "none", "2026-01-01T00:00:00Z", true)->has_value());
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
  EXPECT_EQ(*store->vacuum("", 1), 0u);
  NewScan cut = scan("k", "2020-01-09T00:00:00Z", "0");
  cut.row.truncated = true;
  ASSERT_TRUE(store->add_scan(cut).ok());
  EXPECT_EQ(*store->vacuum("2020-01-01T00:00:00Z", 1), 0u);
  const auto gone = store->vacuum("2020-01-05T00:00:00Z", 2);
  ASSERT_TRUE(gone.ok()) << gone.error().message;
  EXPECT_EQ(*gone, 3u);
  EXPECT_EQ(store->status()->scans, 3u);
  EXPECT_EQ(store->status()->evidence, 3u);
  EXPECT_EQ(store->status()->findings, 6u);
  // Half a list must not push out the last whole one.
  EXPECT_EQ(*store->vacuum("9999", 1), 1u);
  EXPECT_EQ((*store->last_scan("k", "none", "", false))->observed_at, "2020-01-05T00:00:00Z");
}

TEST_P(StoreTest, WhatJudgedAndWhatWasApprovedIsKept) {
  const auto store = open();
  NewScan judged = scan("k", "2026-01-01T00:00:00Z");
  judged.row.catalog_sha256 = "c";
  judged.methodologies = {{"ampel", "1.0"}, {"tooltrust", "0.3"}};
  judged.feeds = {{"osv/npm", "7", "f", "osv", "2026-01-01", 12}};
  ASSERT_TRUE(store->add_scan(judged).ok());
  ASSERT_TRUE(store->add_scan(judged).ok());
  EXPECT_EQ(store->status()->methodologies, 2u);
  EXPECT_EQ(store->status()->feeds, 1u);
  EXPECT_FALSE(store->approval("k", "none")->has_value());
  ApprovalRow row;
  row.target_key = "k";
  row.credential = "none";
  row.approved_by = "ann";
  row.entry = JsonObject{{"tools", JsonArray{}}};
  ASSERT_TRUE(store->add_approval(row).ok());
  row.approved_by = "bob";
  ASSERT_TRUE(store->add_approval(row).ok());
  EXPECT_EQ((*store->approval("k", "none"))->approved_by, "bob");
  EXPECT_EQ((*store->approval("k", "none"))->entry, row.entry);
  EXPECT_FALSE(store->approval("k", "api_key")->has_value());
  EXPECT_EQ(store->status()->approvals, 2u);
}

TEST_P(StoreTest, AWriterThatWaitsTooLongIsToldSo) {
  const auto store = open();
  soci::session other(backend(), parameters());
  other << (GetParam() == "sqlite" ? "begin immediate" : "begin");
  if (GetParam() != "sqlite") other << "lock table scans in exclusive mode";
  options_.busy_milliseconds = 100;
  const auto hasty = open();
  const auto id = hasty->add_scan(scan("k", "2026-01-01T00:00:00Z"));
  ASSERT_FALSE(id.ok());
  EXPECT_NE(id.error().message.find("lock"), std::string::npos) << id.error().message;
  other << "rollback";
  EXPECT_TRUE(hasty->add_scan(scan("k", "2026-01-01T00:00:00Z")).ok());
  EXPECT_EQ(store->status()->scans, 1u);
}

TEST_P(StoreTest, ALostConnectionIsOpenedAgain) {
  if (GetParam() == "sqlite") return;  // it has none to lose
  const auto store = open();
  soci::session other(backend(), parameters());
  for (int i = 0; i < 3; ++i) {
    other << "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and "
             "backend_type = 'client backend'";
    const auto id = store->add_scan(scan("k", "2026-01-0" + std::to_string(i + 1)));
    ASSERT_TRUE(id.ok()) << id.error().message;
    other << "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and "
             "backend_type = 'client backend'";
    const auto rows = store->history("k", 10);
    ASSERT_TRUE(rows.ok()) << rows.error().message;
    EXPECT_EQ(rows->size(), static_cast<std::size_t>(i + 1));
  }
}

std::vector<std::string> lines_of(Store& store) {
  std::vector<std::string> lines;
  EXPECT_TRUE(store
                  .export_to([&](std::string_view line) {
                    lines.emplace_back(line);
                    return true;
                  })
                  .ok());
  return lines;
}

Store::NextLine lines_from(const std::vector<std::string>& lines) {
  return [&lines, at = std::size_t{0}](std::string& line) mutable -> Result<bool> {
    if (at == lines.size()) return false;
    line = lines[at++];
    return true;
  };
}

TEST_P(StoreTest, AnExportReadsBackToTheSameLines) {
  const auto store = open();
  ASSERT_TRUE(store->add_scan(scan("one", "2026-01-01T00:00:00Z")).ok());
  ASSERT_TRUE(
      store->add_scan(scan("Two", "2026-01-02T00:00:00Z", "An \xC3\xA4nderung \"quoted\" \\u0000 \n")).ok());
  NewScan plain = scan("\xC3\x9C", "2026-01-02T00:00:00Z");
  plain.findings.clear();
  plain.tools = [] { return std::vector<ToolRow>(); };
  plain.methodologies = {{"ampel", "1.0"}};
  plain.feeds = {{"osv/npm", "7", "f", "osv", "2026-01-01", 12}};
  ASSERT_TRUE(store->add_scan(plain).ok());
  ApprovalRow approved;
  approved.entry = JsonObject{};
  ASSERT_TRUE(store->add_approval(approved).ok());
  ASSERT_TRUE(
      store->add_feedback({"2026-01-01T00:00:00Z", "print", "runs-code", "k", "confirmed", "ok"}).ok());
  const auto lines = lines_of(*store);
  StoreOptions other;
  other.url = "sqlite:" + (fs::temp_directory_path() / ("store-copy-" + std::to_string(::getpid()))).string();
  {
    auto copy = Store::open(other);
    ASSERT_TRUE(copy.ok());
    const auto taken = (*copy)->import_from(lines_from(lines));
    ASSERT_TRUE(taken.ok()) << taken.error().message;
    EXPECT_EQ(*taken, lines.size() - 2);  // but for the first and the last
    EXPECT_EQ(lines_of(**copy), lines);
    EXPECT_EQ(*(*copy)->import_from(lines_from(lines)), 0u);
    EXPECT_EQ(lines_of(**copy), lines);
    // And back into the engine it came from.
    const auto again = lines_of(**copy);
    EXPECT_EQ(*store->import_from(lines_from(again)), 0u);
  }
  for (const char* end : {"", "-wal", "-shm"}) fs::remove(other.url.substr(7) + end);
}

TEST_P(StoreTest, WhatIsNoWholeExportLeavesNothing) {
  const auto store = open();
  ASSERT_TRUE(store->add_scan(scan("one", "2026-01-01T00:00:00Z")).ok());
  const auto lines = lines_of(*store);
  StoreOptions other;
  other.url = "sqlite:" + (fs::temp_directory_path() / ("store-cut-" + std::to_string(::getpid()))).string();
  {
    auto copy = Store::open(other);
    ASSERT_TRUE(copy.ok());
    for (std::size_t kept = 0; kept < lines.size(); ++kept) {
      const std::vector<std::string> cut(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(kept));
      EXPECT_FALSE((*copy)->import_from(lines_from(cut)).ok()) << kept;
    }
    for (std::size_t left_out = 0; left_out < lines.size(); ++left_out) {
      auto holed = lines;
      holed.erase(holed.begin() + static_cast<std::ptrdiff_t>(left_out));
      EXPECT_FALSE((*copy)->import_from(lines_from(holed)).ok()) << left_out;
    }
    for (const std::string bad :
         {"{}", "[]", "nonsense", R"({"table":"scans"})", R"({"table":"mcpjury_schema"})"}) {
      auto spoiled = lines;
      spoiled.insert(spoiled.begin() + 1, bad);
      EXPECT_FALSE((*copy)->import_from(lines_from(spoiled)).ok()) << bad;
    }
    auto newer = lines;
    newer[0] = "{\"mcpjury_store\":99}";
    const auto refused = (*copy)->import_from(lines_from(newer));
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("newer"), std::string::npos);
    EXPECT_EQ((*copy)->status()->scans + (*copy)->status()->evidence, 0u);
    EXPECT_TRUE((*copy)->import_from(lines_from(lines)).ok());
  }
  for (const char* end : {"", "-wal", "-shm"}) fs::remove(other.url.substr(7) + end);
}

TEST_P(StoreTest, ANewerSchemaIsRefusedWithTheReason) {
  open();
  {
    soci::session sql(backend(), parameters());
    sql << "insert into mcpjury_schema (version) values (99)";
  }
  const auto store = Store::open(options_);
  ASSERT_FALSE(store.ok());
  EXPECT_NE(store.error().message.find("newer"), std::string::npos);
}

TEST_P(StoreTest, EveryEarlierSchemaIsBroughtUp) {
  const StoreEngine engine = GetParam() == "sqlite" ? StoreEngine::kSqlite : StoreEngine::kPostgres;
  for (int from = 1; from < kStoreSchemaVersion; ++from) {
    TearDown();
    SetUp();
    {
      soci::session sql(backend(), parameters());
      sql << "create table mcpjury_schema (version integer not null)";
      for (int step = 0; step < from; ++step) {
        for (const std::string& statement : migration(step, engine)) sql << statement;
        sql << "insert into mcpjury_schema (version) values (:v)", soci::use(step + 1, "v");
      }
      const std::string packed = pack_text("{\"kept\":true}");
      sql << "insert into evidence (sha256, packed) values ('old', :p)", soci::use(packed);
      sql << "insert into scans (uid, target_key, target_kind, display, credential, observed_at, "
             "evidence_sha256, surface_sha256, rest_sha256, truncated, tool_count, server_name, "
             "server_version, program_version, catalog_version, catalog_sha256, marks, report) values ('u', "
             "'k', 'remote', 'd', 'none', '2025-01-01T00:00:00Z', 'old', 's', 'r', 0, 1, 'n', '1', '0', '0', "
             "'c', '{\"ampel\":{\"light\":\"red\"}}', :p)",
          soci::use(packed);
      sql << "insert into tools (target_key, server_name, tool, name_key, description_sha256, first_seen, "
             "last_seen) values ('k', 'n', 'search', 'search', 'x', '2025', '2025')";
      if (from >= 5) {  // as that version kept it with each scan
        sql << "insert into latest (target_key, credential, scan_id, first_seen, last_seen, changed_at, "
               "surface, malice, weakness, capability, hygiene, grades, words) values ('k', 'none', 1, "
               "'2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z', 's r', 0, 0, 0, 0, "
               "'', 'k')";
      }
    }
    const auto store = open();
    ASSERT_NE(store, nullptr) << from;
    EXPECT_EQ(store->status()->schema_version, kStoreSchemaVersion);
    EXPECT_TRUE(store->evidence("old").ok()) << from;
    EXPECT_EQ((*store->last_scan("k", "none", "", false))->evidence_sha256, "old") << from;
    EXPECT_EQ(store->tools_of("k")->size(), 1u) << from;
    EXPECT_EQ(store->directory({.text = "k", .grade = "red", .verdict = "stop"})->rows.size(), 1u) << from;
    EXPECT_TRUE(store->add_feedback({"t", "f", "d", "k", "confirmed", ""}).ok()) << from;
    EXPECT_TRUE(store->add_scan(scan("k", "2026-01-01T00:00:00Z")).ok()) << from;
  }
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
  EXPECT_LT(packed.size(), 10'000u);
  EXPECT_EQ(*unpack_text(packed), zeros);
  EXPECT_FALSE(unpack_text(packed, 1000).ok());
  EXPECT_FALSE(unpack_text("nonsense!").ok());
  EXPECT_FALSE(unpack_text(packed.substr(0, packed.size() / 8 * 4)).ok());
}

}  // namespace
}  // namespace mcpjury
