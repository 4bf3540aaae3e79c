// So many calls a minute, and a burst at once. Times are given, so that a test needs no clock.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mcpjury {

class TokenBucket {
 public:
  TokenBucket(int a_minute, int burst)
      : a_minute_(a_minute), most_(static_cast<double>(burst)), tokens_(most_) {}

  // 0: taken; else how many milliseconds until it can be.
  std::int64_t take(std::int64_t now_ms) {
    if (now_ms > last_ms_) {
      tokens_ = std::min(most_, tokens_ + static_cast<double>(now_ms - last_ms_) * a_minute_ / 60'000.0);
      last_ms_ = now_ms;
    }
    if (tokens_ >= 1.0) {
      tokens_ -= 1.0;
      return 0;
    }
    return static_cast<std::int64_t>((1.0 - tokens_) * 60'000.0 / a_minute_) + 1;
  }

 private:
  double a_minute_, most_, tokens_;
  std::int64_t last_ms_ = 0;
};

}  // namespace mcpjury
