// How many requests a key or an address may make: token buckets, refilled evenly, a minute's worth at once.
// Thread safe; at most `most` buckets are kept, the one that was not used for longest goes first.
#pragma once

#include <chrono>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mcpjury {

class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;
  explicit RateLimit(std::size_t most = 65'536) : most_(most) {}

  // 0: taken; else after how many seconds to ask again. `per_minute` 0: no bound.
  int take(const std::string& who, std::int64_t per_minute, Clock::time_point now);

 private:
  struct Bucket {
    double tokens = 0;
    Clock::time_point at;
    std::list<std::string>::iterator place;
  };
  const std::size_t most_;
  std::mutex mutex_;
  std::list<std::string> order_;  // least lately used first
  std::unordered_map<std::string, Bucket> buckets_;
};

// What shares one bucket: an IPv4 address, or the 64 bits of an IPv6 address that one subscriber has.
std::string address_bucket(std::string_view literal);

}  // namespace mcpjury
