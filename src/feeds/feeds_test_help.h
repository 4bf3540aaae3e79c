// For the tests of feeds: a folder of its own, records in the OSV format, zips made by libarchive.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "feeds/feed_import.h"

namespace mcpjury::test {

class FeedTest : public ::testing::Test {
 protected:
  FeedTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "feeds-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
  }
  ~FeedTest() override { std::filesystem::remove_all(folder); }

  static std::string record(const std::string& id, const std::string& ecosystem, const std::string& package,
                            const std::string& fixed, const std::string& more = {}) {
    return "{\"id\":\"" + id + "\",\"modified\":\"2026-05-01T00:00:00Z\"," + more +
           "\"affected\":[{\"package\":{\"ecosystem\":\"" + ecosystem + "\",\"name\":\"" + package +
           "\"},\"ranges\":[{\"type\":\"ECOSYSTEM\",\"events\":[{\"introduced\":\"0\"}" +
           (fixed.empty() ? "" : ",{\"fixed\":\"" + fixed + "\"}") + "]}]}]}";
  }

  using Files = std::vector<std::pair<std::string, std::string>>;
  std::string zip(const std::string& name, const Files& files, std::time_t when = 0) {
    const std::string path = folder + "/" + name;
    archive* out = archive_write_new();
    archive_write_set_format_zip(out);
    archive_write_open_filename(out, path.c_str());
    for (const auto& [file, text] : files) {
      archive_entry* entry = archive_entry_new();
      archive_entry_set_pathname(entry, file.c_str());
      archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
      archive_entry_set_filetype(entry, AE_IFREG);
      archive_entry_set_perm(entry, 0644);
      if (when != 0) archive_entry_set_mtime(entry, when, 0);
      archive_write_header(out, entry);
      archive_write_data(out, text.data(), text.size());
      archive_entry_free(entry);
    }
    archive_write_close(out);
    archive_write_free(out);
    return path;
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  Result<ImportReport> import(const std::string& path, ImportOptions options = {}) {
    options.imported_at = "2026-05-02T00:00:00Z";
    return import_feed(database(), path, options);
  }
  std::string database() const { return folder + "/feeds.sqlite"; }
  FeedIndex index() const {
    auto opened = FeedIndex::open(database());
    EXPECT_TRUE(opened.ok());
    return std::move(*opened);
  }

  std::string folder;
};

}  // namespace mcpjury::test
