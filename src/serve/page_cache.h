// Answers that were made before: the bytes, their gzip form and their ETag, ready to be sent. Bounded in
// bytes; what was not asked for longest goes first. Thread safe; split by key so that lanes do not wait for
// each other.
#pragma once

#include <array>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "httpd/httpd.h"

namespace mcpjury {

struct CachedPage {
  std::string etag;                                // with its quotes
  std::shared_ptr<const std::string> plain, gzip;  // gzip: null when it would not be smaller
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  std::uint64_t generation = 0;  // of the service when it was made; 0: holds in any
};

// Compresses and hashes.
std::shared_ptr<const CachedPage> make_page(HttpdResponse response);
// 200 or 304, in the form the client takes. Headers of the page and what belongs to its form.
HttpdResponse page_answer(const CachedPage& page, const HttpdRequest& request);

class PageCache {
 public:
  explicit PageCache(std::size_t bytes) : bytes_of_shard_(bytes / kShards) {}

  std::shared_ptr<const CachedPage> find(const std::string& key);
  void put(const std::string& key, std::shared_ptr<const CachedPage> page);
  struct Counts {
    std::uint64_t hits = 0, misses = 0, bytes = 0, pages = 0;
  };
  Counts counts() const;

 private:
  static constexpr std::size_t kShards = 16;
  struct Entry {
    std::shared_ptr<const CachedPage> page;
    std::list<std::string>::iterator place;
    std::size_t bytes = 0;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::list<std::string> order;  // least lately used first
    std::unordered_map<std::string, Entry> entries;
    std::size_t bytes = 0;
    std::uint64_t hits = 0, misses = 0;
  };
  Shard& shard_of(const std::string& key) { return shards_[std::hash<std::string>{}(key) % kShards]; }

  const std::size_t bytes_of_shard_;
  std::array<Shard, kShards> shards_;
};

}  // namespace mcpjury
