#include "observe/archive/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

struct Member {
  std::string name, content;
  mode_t type = AE_IFREG;
  std::string target = {};  // of a link
  bool hard = false;
};

// An archive as an attacker would make it: names are written as they are given.
std::string packed(const std::vector<Member>& members, bool zip = false, const char* passphrase = nullptr) {
  std::string out(96u << 20, '\0');
  std::size_t used = 0;
  archive* writer = archive_write_new();
  if (zip) {
    archive_write_set_format_zip(writer);
    if (passphrase != nullptr) {
      archive_write_set_options(writer, "zip:encryption=traditional");
      archive_write_set_passphrase(writer, passphrase);
    }
  } else {
    archive_write_set_format_pax_restricted(writer);
    archive_write_add_filter_gzip(writer);
  }
  archive_write_open_memory(writer, out.data(), out.size(), &used);
  for (const Member& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.name.c_str());
    archive_entry_set_filetype(entry, member.type);
    archive_entry_set_perm(entry, 04777);
    archive_entry_set_size(entry, member.hard ? 0 : static_cast<la_int64_t>(member.content.size()));
    if (member.type == AE_IFLNK) archive_entry_set_symlink(entry, member.target.c_str());
    if (member.hard) archive_entry_set_hardlink(entry, member.target.c_str());
    archive_write_header(writer, entry);
    if (!member.hard && !member.content.empty())
      archive_write_data(writer, member.content.data(), member.content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  out.resize(used);
  return out;
}

std::unique_ptr<SafeFolder> unpack(const std::string& bytes, const UnpackLimits& limits = {},
                                   bool strip = false) {
  auto folder = unpack_archive(bytes, {limits, strip});
  EXPECT_TRUE(folder.ok()) << (folder.ok() ? "" : folder.error().message);
  return folder.ok() ? std::move(*folder) : nullptr;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream out;
  out << file.rdbuf();
  return out.str();
}

std::size_t files_below(const std::string& root) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) count += entry.is_regular_file() ? 1 : 0;
  return count;
}

bool names_limit(const SafeFolder& folder, const std::string& what) {
  for (const LimitHit& hit : folder.facts().limits)
    if (hit.what == what) return true;
  return false;
}

TEST(Archive, UnpacksTarAndZipWithoutModes) {
  for (const bool zip : {false, true}) {
    const auto folder = unpack(packed({{"package/package.json", "{}"}, {"package/dist/index.js", "1"}}, zip));
    ASSERT_TRUE(folder);
    EXPECT_EQ(folder->facts().files, 2u);
    EXPECT_EQ(folder->facts().bytes, 3u);
    EXPECT_TRUE(folder->facts().complete());
    EXPECT_EQ(folder->content_root(), folder->root() + "/package");
    EXPECT_EQ(text_of(folder->content_root() + "/dist/index.js"), "1");
    struct stat facts {};
    ASSERT_EQ(::stat((folder->content_root() + "/dist/index.js").c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777u, 0600u);
    EXPECT_EQ(folder->facts().format, zip ? "zip" : "tar+gzip");
    EXPECT_EQ(folder->facts().sha256.size(), 64u);
  }
}

TEST(Archive, IsRemovedWithItsOwner) {
  auto folder = unpack(packed({{"a", "1"}}));
  ASSERT_TRUE(folder);
  const std::string place = folder->scratch();
  EXPECT_TRUE(fs::exists(place));
  folder.reset();
  EXPECT_FALSE(fs::exists(place));
}

TEST(Archive, NamesThatLeadOutAreRefused) {
  const std::vector<std::string> names = {"../out",   "a/../../out", "/absolute",
                                          "C:/drive", "c:drive",     "a\\..\\..\\out",
                                          "a/b\x01",  ".git/HEAD",   "x/.GIT/config"};
  std::vector<Member> members = {{"fine", "1"}};
  for (const std::string& name : names) members.push_back({name, "bad"});
  const auto folder = unpack(packed(members));
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->facts().files, 1u);
  EXPECT_EQ(folder->facts().refused_names, names.size());
  EXPECT_EQ(folder->facts().refused.size(), names.size());
  EXPECT_EQ(files_below(folder->scratch()), 1u);
  EXPECT_FALSE(fs::exists(folder->scratch() + "/out"));
}

TEST(Archive, LinksAndDevicesAreCountedAndNotMade) {
  const auto folder = unpack(packed({{"link", "", AE_IFLNK, "/etc"},
                                     {"link/passwd", "through the link"},
                                     {"real", "1"},
                                     {"hard", "", AE_IFREG, "real", true},
                                     {"pipe", "", AE_IFIFO},
                                     {"device", "", AE_IFCHR}}));
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->facts().links, 1u);
  EXPECT_EQ(folder->facts().hard_links, 1u);
  EXPECT_EQ(folder->facts().special, 2u);
  EXPECT_EQ(text_of(folder->root() + "/link/passwd"), "through the link");
  EXPECT_FALSE(fs::is_symlink(folder->root() + "/link"));
  EXPECT_EQ(files_below(folder->root()), 2u);
}

TEST(Archive, TheLastOfANameIsKeptAndCollisionsAreCounted) {
  const auto folder =
      unpack(packed({{"a", "first"}, {"./a", "second"}, {"A", "other"}, {"a/below", "no folder"}}));
  ASSERT_TRUE(folder);
  EXPECT_EQ(text_of(folder->root() + "/a"), "second");
  EXPECT_EQ(folder->facts().duplicates, 1u);
  EXPECT_EQ(folder->facts().case_collisions, 1u);
  EXPECT_EQ(folder->facts().refused_names, 1u);
}

TEST(Archive, FirstFolderIsStrippedAsNpmDoes) {
  const auto folder = unpack(packed({{"package/a", "1"}, {"other/b", "2"}, {"lone", "3"}}), {}, true);
  ASSERT_TRUE(folder);
  EXPECT_EQ(text_of(folder->root() + "/a"), "1");
  EXPECT_EQ(text_of(folder->root() + "/b"), "2");
  EXPECT_EQ(folder->facts().refused_names, 1u);
}

TEST(Archive, ABombEndsAtTheRatio) {
  const std::string zeros(40u << 20, '\0');
  const auto folder = unpack(packed({{"bomb", zeros}, {"after", "1"}}));
  ASSERT_TRUE(folder);
  EXPECT_TRUE(names_limit(*folder, "archive_ratio"));
  EXPECT_FALSE(folder->facts().complete());
  EXPECT_EQ(files_below(folder->root()), 0u);
}

TEST(Archive, EveryLimitIsSaid) {
  UnpackLimits limits;
  limits.file_bytes = 10;
  limits.ratio = 100000;
  auto folder = unpack(packed({{"large", std::string(100, 'x')}, {"small", "1"}}), limits);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(names_limit(*folder, "archive_file_bytes"));
  EXPECT_EQ(folder->facts().too_large, 1u);
  EXPECT_EQ(folder->facts().files, 1u);

  limits = {};
  limits.total_bytes = 150;
  folder = unpack(packed({{"a", std::string(100, 'x')}, {"b", std::string(100, 'x')}, {"c", "1"}}), limits);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(names_limit(*folder, "archive_total_bytes"));
  EXPECT_EQ(folder->facts().files, 1u);

  limits = {};
  limits.entries = 3;
  std::vector<Member> many;
  for (int i = 0; i < 10; ++i) many.push_back({"f" + std::to_string(i), "1"});
  folder = unpack(packed(many), limits);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(names_limit(*folder, "archive_entries"));
  EXPECT_EQ(folder->facts().files, 3u);

  std::string deep;
  for (int i = 0; i < 60; ++i) deep += "d/";
  folder = unpack(packed({{deep + "f", "1"}, {std::string(300, 'n'), "1"}, {"ok", "1"}}));
  ASSERT_TRUE(folder);
  EXPECT_TRUE(names_limit(*folder, "archive_depth"));
  EXPECT_TRUE(names_limit(*folder, "archive_name_bytes"));
  EXPECT_EQ(folder->facts().files, 1u);
}

TEST(Archive, AHundredThousandEntriesEndAtTheLimit) {
  std::vector<Member> many(100'000, Member{"", ""});
  for (std::size_t i = 0; i < many.size(); ++i)
    many[i].name = "d/" + std::to_string(i % 500) + "/" + std::to_string(i);
  UnpackLimits limits;
  limits.entries = 2'000;
  limits.ratio = 1'000'000;
  const auto folder = unpack(packed(many), limits);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(names_limit(*folder, "archive_entries"));
  EXPECT_EQ(folder->facts().entries, 2'000u);
}

TEST(Archive, TruncatedKeepsWhatCameAndSaysSo) {
  std::string noise;
  unsigned state = 1;
  for (int i = 0; i < 200'000; ++i) noise += static_cast<char>((state = state * 1103515245u + 12345u) >> 24);
  const std::string whole = packed({{"first", "1"}, {"second", noise}});
  const auto folder = unpack(whole.substr(0, whole.size() / 2));
  ASSERT_TRUE(folder);
  EXPECT_FALSE(folder->facts().problem.empty());
  EXPECT_FALSE(folder->facts().complete());
  EXPECT_EQ(text_of(folder->root() + "/first"), "1");
  EXPECT_FALSE(fs::exists(folder->root() + "/second"));
}

TEST(Archive, EncryptedEntriesAreCounted) {
  const auto folder = unpack(packed({{"secret", "hidden"}}, true, "password"));
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->facts().encrypted, 1u);
  EXPECT_EQ(folder->facts().files, 0u);
  EXPECT_FALSE(folder->facts().complete());
}

TEST(Archive, WhatIsNoArchiveIsAnError) {
  for (const std::string& text : {std::string("{\"tools\": []}"), std::string(), std::string(2000, 'x'),
                                  std::string("\x1f\x8b\x08garbage"), std::string("PK\x03\x04")}) {
    const auto folder = unpack_archive(text, {});
    if (!folder.ok()) {
      EXPECT_EQ(folder.error().code, ErrorCode::kUnreadable);
    } else {
      EXPECT_EQ((*folder)->facts().files, 0u);
    }
  }
}

TEST(Archive, IsKnownByItsFirstBytes) {
  EXPECT_TRUE(looks_like_archive(packed({{"a", "1"}})));
  EXPECT_TRUE(looks_like_archive(packed({{"a", "1"}}, true)));
  EXPECT_FALSE(looks_like_archive("{}"));
}

}  // namespace
}  // namespace mcpjury
