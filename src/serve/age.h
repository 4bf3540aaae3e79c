// How old a scan is, and whether it is too old to be shown as what is so now.
#pragma once

#include <cstdint>
#include <string_view>

#include "serve/api.h"

namespace mcpjury {

struct ScanAge {
  std::int64_t days = 0;  // whole ones
  bool stale = false;
};

// `now` in seconds since 1970; `stale_days` 0: nothing is ever stale. A time that is none is stale: nobody
// knows how old it is. One of the future is new.
ScanAge age_at(std::string_view observed_at, std::int64_t now, std::int64_t stale_days);
// Now, by the settings of the service.
ScanAge age_of(const ApiCall& call, std::string_view observed_at);

}  // namespace mcpjury
