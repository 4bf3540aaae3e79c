// The index of imported advisories: which records name a package. Read only; see feed_import.h for writing.
//
// One file, feeds.sqlite. Look-ups by ecosystem and name are by primary key, and most of them end in a sorted
// table of hashes in memory, because most packages have no advisory. An index is used by one thread at a
// time; several may be open on one file, also while an import runs (they see the feeds before or after it).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "feeds/database.h"
#include "packages/osv.h"

namespace mcpjury {

struct FeedInfo {
  std::int64_t id = 0;
  std::string name;     // "osv/PyPI"
  std::string kind;     // "osv": a whole dump; "osv-partial": single records, which stand for nothing else
  std::string version;  // the day of as_of
  std::string sha256;   // of the file that was imported
  std::string as_of;    // newest "modified" of its records
  std::string imported_at;              // RFC 3339
  std::string source;                   // file name or address
  std::vector<std::string> ecosystems;  // that its records name
  std::size_t entries = 0;              // records kept
  std::size_t withdrawn = 0;            // records passed over because they were withdrawn
  std::size_t rejected = 0;             // records that could not be read
};

struct FeedReject {
  std::string name, reason;  // escaped
};

struct FeedRecord {
  OsvRecord record;                // `affected` holds the asked package only
  const FeedInfo* feed = nullptr;  // of the index
};

// The file of the index in the user's folder of data (home/data_folder.h).
std::string feed_database(const std::string& folder);

class FeedIndex {
 public:
  // No file: an index without feeds. kUnreadable when the file is none of ours.
  static Result<FeedIndex> open(const std::string& path);

  const std::vector<FeedInfo>& feeds() const { return feeds_; }
  // A whole feed of this ecosystem is there, so that no hit means no known advisory.
  bool covers(std::string_view ecosystem) const;
  // Every record that names the package, in order of feed and id.
  Result<std::vector<FeedRecord>> look_up(std::string_view ecosystem, std::string_view name);
  // The rejected records of a feed that were kept, at most kMaxRejects.
  Result<std::vector<FeedReject>> rejects(const FeedInfo& feed);

 private:
  std::unique_ptr<Database> database_;  // null without feeds
  Statement find_;
  std::vector<FeedInfo> feeds_;
  std::vector<std::uint64_t> names_;  // sorted key_hash() of every package that is named
};

inline constexpr std::size_t kMaxRejects = 1'000;
inline constexpr std::string_view kPartialKind = "osv-partial";

}  // namespace mcpjury
