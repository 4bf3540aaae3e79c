#include "observe/local/rlimits.h"

#include <algorithm>

namespace mcpjury {

void apply_limits() {
  for (const ResourceLimit& limit : kServerLimits) {
    const auto which = static_cast<__rlimit_resource_t>(limit.which);
    rlimit now{};
    if (getrlimit(which, &now) != 0) continue;
    now.rlim_max = std::min(now.rlim_max, limit.hard);
    now.rlim_cur = std::min({now.rlim_cur, limit.soft, now.rlim_max});
    setrlimit(which, &now);
  }
}

}  // namespace mcpjury
