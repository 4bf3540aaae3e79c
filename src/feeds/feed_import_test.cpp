#include "feeds/feed_import.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/test_data.h"
#include "feeds/feeds_test_help.h"

namespace mcpjury {
namespace {

using FeedImport = test::FeedTest;

TEST_F(FeedImport, ZipIsFoundByPackage) {
  const auto path = zip("npm.zip", {{"a.json", record("GHSA-a", "npm", "left", "2.0.0")},
                                    {"b.json", record("GHSA-b", "npm", "@scope/right", "1.0.0")},
                                    {"README.md", "no record"}});
  const auto report = import(path);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->feed.name, "osv/npm");
  EXPECT_EQ(report->feed.kind, "osv");
  EXPECT_EQ(report->feed.entries, 2u);
  EXPECT_EQ(report->feed.rejected, 0u);
  EXPECT_EQ(report->feed.as_of, "2026-05-01T00:00:00Z");
  EXPECT_EQ(report->feed.sha256.size(), 64u);
  FeedIndex opened = index();
  EXPECT_TRUE(opened.covers("npm"));
  EXPECT_FALSE(opened.covers("PyPI"));
  const auto found = opened.look_up("npm", "@scope/right");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().record.id, "GHSA-b");
  EXPECT_EQ(found->front().feed->name, "osv/npm");
  EXPECT_EQ(is_affected(found->front().record, "npm", "@scope/right", "0.9.0"), Affected::kYes);
  EXPECT_TRUE(opened.look_up("npm", "nothing")->empty());
}

TEST_F(FeedImport, UndatedRecordsTakeTheDayOfTheArchive) {
  const std::string undated =
      R"({"id":"GO-1","modified":"0001-01-01T00:00:00Z","affected":[{"package":{"ecosystem":"Go","name":"m"}}]})";
  const auto report = import(zip("Go.zip", {{"a.json", undated}}, 1787184000));
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->feed.as_of.substr(0, 8), "2026-08-");
  const auto dated = import(zip("PyPI.zip", {{"a.json", record("P-1", "PyPI", "m", "2")}}, 1787184000));
  ASSERT_TRUE(dated.ok());
  EXPECT_EQ(dated->feed.as_of.substr(0, 10), "2026-05-01");
}

TEST_F(FeedImport, NamesAreComparedAsTheEcosystemDoes) {
  ASSERT_TRUE(import(zip("PyPI.zip", {{"a.json", record("PYSEC-1", "PyPI", "Some_Name", "2")}})).ok());
  EXPECT_EQ(index().look_up("PyPI", "some.name")->size(), 1u);
}

TEST_F(FeedImport, AnotherImportReplacesTheFeed) {
  ASSERT_TRUE(import(zip("npm.zip", {{"a.json", record("GHSA-a", "npm", "left", "2.0.0")}})).ok());
  const auto again = import(zip("npm.zip", {{"b.json", record("GHSA-b", "npm", "right", "2.0.0")}}));
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->replaced);
  FeedIndex opened = index();
  EXPECT_EQ(opened.feeds().size(), 1u);
  EXPECT_TRUE(opened.look_up("npm", "left")->empty());
  EXPECT_EQ(opened.look_up("npm", "right")->size(), 1u);
}

TEST_F(FeedImport, WhatCannotBeReadIsNamed) {
  std::string many = "{\"id\":\"X-1\",\"modified\":\"2026-01-01T00:00:00Z\",\"affected\":[";
  for (int i = 0; i < 100'000; ++i)
    many += std::string(i == 0 ? "" : ",") + "{\"package\":{\"ecosystem\":\"npm\",\"name\":\"p\"}}";
  many += "]}";
  const auto report = import(zip("npm.zip", {{"good.json", record("GHSA-a", "npm", "left", "2.0.0")},
                                             {"../../etc/cron.json", record("GHSA-b", "npm", "b", "1")},
                                             {"/abs.json", record("GHSA-c", "npm", "c", "1")},
                                             {"many.json", many},
                                             {"broken.json", "{\"id\": "},
                                             {"deep.json", std::string(100'000, '[')},
                                             {"other.json", "{\"hello\": 1}"},
                                             {"number.json", "7"},
                                             {"text.json", "\xff\xfe\x00"}}));
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->feed.entries, 1u);
  EXPECT_EQ(report->feed.rejected, 8u);
  ASSERT_EQ(report->rejects.size(), 8u);
  EXPECT_EQ(report->rejects[0].reason, "its name leaves the folder");
  EXPECT_EQ(index().rejects(index().feeds()[0])->size(), 8u);
}

TEST_F(FeedImport, TheNewerOfTwoRecordsStays) {
  std::string newer = record("GHSA-a", "npm", "right", "3.0.0");
  newer.replace(newer.find("2026-05-01"), 10, "2026-06-01");
  const std::string older = record("GHSA-a", "npm", "left", "2.0.0");
  for (const bool newer_first : {true, false}) {
    const auto report = import(
        zip("npm.zip", {{"a.json", newer_first ? newer : older}, {"b.json", newer_first ? older : newer}}));
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->duplicates, 1u);
    EXPECT_EQ(report->feed.entries, 1u);
    EXPECT_TRUE(index().look_up("npm", "left")->empty());
    EXPECT_EQ(index().look_up("npm", "right")->size(), 1u);
  }
}

TEST_F(FeedImport, WithdrawnIsCountedAndNotKept) {
  const auto report = import(zip(
      "npm.zip", {{"a.json", record("GHSA-a", "npm", "a", "2", "\"withdrawn\":\"2026-01-01T00:00:00Z\",")},
                  {"b.json", record("GHSA-b", "npm", "b", "2")}}));
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->feed.entries, 1u);
  EXPECT_EQ(report->feed.withdrawn, 1u);
  EXPECT_TRUE(index().look_up("npm", "a")->empty());
}

TEST_F(FeedImport, FoldersAndSingleRecords) {
  write("records/deep/a.json", record("GHSA-a", "npm", "left", "2.0.0"));
  write("records/b.json", record("GHSA-b", "npm", "right", "2.0.0"));
  std::filesystem::create_symlink("/etc/passwd", folder + "/records/c.json");
  const auto report = import(folder + "/records/");
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->feed.name, "osv/records");
  EXPECT_EQ(report->feed.entries, 2u);
  EXPECT_EQ(report->feed.rejected, 1u);
  const auto single = import(write("GO-1.json", record("GO-1", "Go", "example.org/m", "1.2.3")));
  ASSERT_TRUE(single.ok());
  EXPECT_EQ(single->feed.kind, kPartialKind);
  EXPECT_FALSE(index().covers("Go"));
  EXPECT_EQ(index().look_up("Go", "example.org/m")->size(), 1u);
}

TEST_F(FeedImport, BrokenAndHostileArchivesChangeNothing) {
  ASSERT_TRUE(import(zip("npm.zip", {{"a.json", record("GHSA-a", "npm", "left", "2.0.0")}})).ok());
  const auto refused = [&](const std::string& path, ErrorCode code, ImportOptions options = {}) {
    options.name = "osv/npm";
    const auto report = import(path, options);
    ASSERT_FALSE(report.ok()) << path;
    EXPECT_EQ(report.error().code, code) << report.error().message;
    EXPECT_EQ(index().look_up("npm", "left")->size(), 1u) << path;
  };
  refused(folder + "/absent.zip", ErrorCode::kUnreadable);
  refused(write("no.zip", "PK\x03\x04 but no zip"), ErrorCode::kUnreadable);
  refused(write("empty.json", ""), ErrorCode::kNothingToGrade);
  refused(write("text.txt", "hello"), ErrorCode::kNothingToGrade);
  refused(zip("none.zip", {{"a.json", "{}"}}), ErrorCode::kNothingToGrade);
  std::filesystem::create_directories(folder + "/nothing");
  refused(folder + "/nothing", ErrorCode::kNothingToGrade);
  ImportOptions tight;
  tight.limits.ratio = 20;
  tight.limits.ratio_from = 1u << 20;
  tight.limits.entry_bytes = 64u << 20;
  refused(zip("bomb.zip", {{"a.json", std::string(32u << 20, ' ')}}), ErrorCode::kLimit, tight);
  ImportOptions few;
  few.limits.entries = 1;
  refused(zip("two.zip", {{"a.json", "{}"}, {"b.json", "{}"}}), ErrorCode::kLimit, few);
}

TEST_F(FeedImport, AKilledImportLeavesTheOldFeedWhole) {
  ASSERT_TRUE(import(zip("npm.zip", {{"a.json", record("GHSA-a", "npm", "left", "2.0.0")}})).ok());
  Files files;
  for (int i = 0; i < 9'000; ++i) {
    const std::string number = std::to_string(i);
    files.emplace_back(number + ".json", record("N-" + number, "npm", "p" + number, "2.0.0"));
  }
  const std::string path = zip("npm.zip", files);
  const pid_t child = ::fork();
  if (child == 0) {
    ImportOptions options;
    options.progress = [](std::size_t records) {
      if (records > 3'000) ::kill(::getpid(), SIGKILL);
    };
    (void)import(path, options);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(index().look_up("npm", "left")->size(), 1u);
  EXPECT_TRUE(index().look_up("npm", "p1")->empty());
  EXPECT_EQ(index().feeds()[0].entries, 1u);
  ASSERT_TRUE(import(path).ok());
  EXPECT_EQ(index().look_up("npm", "p8999")->size(), 1u);
}

TEST_F(FeedImport, AForeignFileIsNotTaken) {
  write("feeds.sqlite", "this is no database at all, but it is long enough to be looked at by the library");
  const auto opened = FeedIndex::open(database());
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::kUnreadable);
  EXPECT_FALSE(import(zip("npm.zip", {{"a.json", record("GHSA-a", "npm", "left", "2")}})).ok());
}

TEST_F(FeedImport, TheRealFeeds) {
  for (const auto& [name, least] : {std::pair{"Go", 4'000u}, std::pair{"PyPI", 2'500u}}) {
    const auto path = test::data_path(std::string("osv/") + name + ".zip");
    if (!std::filesystem::exists(path)) {
      std::cout << "data absent: " << path.filename() << "\n";
      continue;
    }
    const auto report = import(path.string());
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_EQ(report->feed.rejected, 0u);
    EXPECT_GT(report->feed.entries, least);
    std::cout << name << ": " << report->feed.entries << " records, " << report->feed.withdrawn
              << " withdrawn, as of " << report->feed.as_of << "\n";
  }
}

}  // namespace
}  // namespace mcpjury
