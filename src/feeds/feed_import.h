// Puts a feed into the index. One transaction: whatever ends the process in the middle, the feed that was
// there before stays whole. Records that cannot be read are counted and named. Memory is bounded by the
// batches (a few MiB of text), not by the feed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "feeds/feed_index.h"
#include "feeds/record_source.h"

namespace mcpjury {

struct ImportOptions {
  std::string name;         // of the feed; "osv/" and the file's name without its ending when empty
  std::string source;       // shown as its origin; the file's name when empty
  std::string imported_at;  // RFC 3339
  bool partial = false;     // the records stand for themselves, not for a whole ecosystem
  unsigned threads = 2;
  FeedLimits limits;
  std::function<void(std::size_t records)> progress;  // after every batch; may be empty
};

struct ImportReport {
  FeedInfo feed;
  std::vector<FeedReject> rejects;  // the first kMaxRejects
  std::size_t duplicates = 0;       // records whose id occurs again; the newest is kept
  bool replaced = false;            // a feed of this name was there
};

// `database` is the file. kUnreadable, kLimit, kNothingToGrade when not one record could be read,
// kCannotWrite.
Result<ImportReport> import_feed(const std::string& database, const std::string& path,
                                 const ImportOptions& options);

}  // namespace mcpjury
