// Texts into rows of the index, on several threads. Pure but for the threads. Private to feeds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "feeds/record_codec.h"
#include "feeds/record_source.h"

namespace mcpjury {

struct PackageRowOfRecord {
  PackageKey key;
  std::string body;
};

struct PreparedRecord {
  std::string name;    // of the entry
  std::string reject;  // non-empty: no record, and why
  std::string id, modified;
  std::string newest;  // of modified and published: some databases publish with an empty "modified"
  bool withdrawn = false;
  std::string head, keys;
  std::vector<PackageRowOfRecord> packages;
};

// One entry may hold a list of records. Total on any text.
std::vector<PreparedRecord> prepare_records(FeedEntry entry);

// A batch that is being prepared on threads of its own.
class RecordBatch {
 public:
  RecordBatch(std::vector<FeedEntry> entries, unsigned threads);
  ~RecordBatch();
  RecordBatch(const RecordBatch&) = delete;
  RecordBatch& operator=(const RecordBatch&) = delete;
  // Waits; in the order of the entries.
  std::vector<PreparedRecord> take();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mcpjury
