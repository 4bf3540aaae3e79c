// The writing half of an import: rows of one feed inside one transaction. Private to feeds.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "feeds/feed_import.h"
#include "feeds/record_batch.h"

namespace mcpjury {

class FeedWriter {
 public:
  // Begins the transaction and takes the old feed of this name out.
  static Result<FeedWriter> begin(const std::string& path, const std::string& name);
  Status add(const PreparedRecord& record);
  // Writes the row of the feed and commits. Without it everything is undone.
  Status commit(FeedInfo& feed);

  std::size_t entries() const { return entries_; }
  std::size_t withdrawn() const { return withdrawn_; }
  std::size_t rejected() const { return rejected_; }
  std::size_t duplicates() const { return duplicates_; }
  bool replaced() const { return replaced_; }
  const std::vector<FeedReject>& rejects() const { return rejects_; }
  const std::string& newest() const { return newest_; }
  std::size_t undated() const { return undated_; }

 private:
  Status reject(const std::string& name, const std::string& reason);
  Status add_packages(std::int64_t row, const PreparedRecord& record);
  // Two records of one id: true when the new one is newer and the old one is out.
  Result<bool> replace_older(const PreparedRecord& record);
  Result<std::string> packed_names();

  Database database_;
  Statement insert_record_, insert_affected_, insert_reject_, find_record_, drop_record_, drop_affected_;
  std::int64_t feed_ = 0;
  std::size_t entries_ = 0, withdrawn_ = 0, rejected_ = 0, duplicates_ = 0;
  bool replaced_ = false;
  std::string newest_;
  std::size_t undated_ = 0;
  std::vector<FeedReject> rejects_;
};

}  // namespace mcpjury
