// The texts of a feed, one after the other, in a fixed order: a zip as the OSV project publishes it, a folder
// of JSON files, one JSON file. Nothing is written to disk, so names inside an archive lead nowhere; names
// that would leave a folder are refused all the same, because no feed has them. Private to feeds.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace mcpjury {

struct FeedLimits {
  std::size_t entries = 2'000'000;       // files of an archive or folder
  std::size_t entry_bytes = 16u << 20;   // of one record; larger ones are rejected and named
  std::size_t total_bytes = 8ull << 30;  // of all records
  std::size_t file_bytes = 2ull << 30;   // of the archive itself
  std::size_t ratio = 200;               // unpacked to packed, judged from ratio_from on
  std::size_t ratio_from = 64u << 20;
};

struct FeedEntry {
  std::string name;  // as it stands there, not escaped
  std::string text;
  std::string reject;  // non-empty: it was not read, and why
};

class RecordSource {
 public:
  virtual ~RecordSource() = default;
  // Nothing at the end. An error ends the import: the source as a whole cannot be trusted any more.
  virtual Result<std::optional<FeedEntry>> next() = 0;
  // Of the whole file (or of names and hashes of a folder), once everything was read.
  virtual Result<std::string> sha256() = 0;
  virtual bool single() const { return false; }
  // The day of the newest file, "2026-08-20T00:00:00Z", once everything was read; empty when not known.
  virtual std::string newest_file() const { return {}; }
};

Result<std::unique_ptr<RecordSource>> open_records(const std::string& path, const FeedLimits& limits);
// The parts of it.
Result<std::unique_ptr<RecordSource>> open_zip(const std::string& path, const FeedLimits& limits);
Result<std::unique_ptr<RecordSource>> open_folder(const std::string& path, const FeedLimits& limits);

// A regular file, whole, without following a link at its end; kLimit beyond `max`.
Result<std::string> read_whole(const std::string& path, std::size_t max, bool follow_links);
Result<std::string> file_sha256(const std::string& path);
bool is_record_name(std::string_view name);  // "….json"

}  // namespace mcpjury
