#include "serve/age.h"

#include <algorithm>
#include <chrono>

#include "model/utc_time.h"
#include "serve/service_parts.h"

namespace mcpjury {

ScanAge age_at(std::string_view observed_at, std::int64_t now, std::int64_t stale_days) {
  constexpr std::int64_t kDay = 86'400;
  const auto at = unix_seconds(observed_at);
  if (!at) return {0, stale_days > 0};
  const std::int64_t seconds = std::max<std::int64_t>(now - *at, 0);
  return {seconds / kDay, stale_days > 0 && seconds > stale_days * kDay};
}

ScanAge age_of(const ApiCall& call, std::string_view observed_at) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return age_at(observed_at, now, call.service.settings.stale_days);
}

}  // namespace mcpjury
