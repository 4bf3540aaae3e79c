#include "serve/rate_limit.h"

#include <algorithm>
#include <cmath>

#include "net/address_policy.h"

namespace mcpjury {

int RateLimit::take(const std::string& who, std::int64_t per_minute, Clock::time_point now) {
  if (per_minute <= 0) return 0;
  const std::lock_guard lock(mutex_);
  const auto burst = static_cast<double>(per_minute);
  const double per_second = burst / 60.0;
  auto found = buckets_.find(who);
  if (found == buckets_.end()) {
    if (buckets_.size() >= most_) {
      buckets_.erase(order_.front());
      order_.pop_front();
    }
    order_.push_back(who);
    found = buckets_.emplace(who, Bucket{burst, now, std::prev(order_.end())}).first;
  } else {
    order_.splice(order_.end(), order_, found->second.place);
  }
  Bucket& bucket = found->second;
  const double passed = std::chrono::duration<double>(now - bucket.at).count();
  bucket.tokens = std::min(burst, bucket.tokens + std::max(0.0, passed) * per_second);
  bucket.at = now;
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return 0;
  }
  return std::max(1, static_cast<int>(std::ceil((1 - bucket.tokens) / per_second)));
}

std::string address_bucket(std::string_view literal) {
  const auto address = parse_ip(literal);
  if (!address || !address->v6) return std::string(literal);
  IpAddress network = *address;
  std::fill(network.bytes.begin() + 8, network.bytes.end(), std::uint8_t{0});
  return to_string(network) + "/64";
}

}  // namespace mcpjury
