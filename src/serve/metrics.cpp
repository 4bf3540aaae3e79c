#include "serve/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace mcpjury {

void Metrics::count(std::size_t route, int status, double seconds) {
  const auto kind = static_cast<std::size_t>(std::clamp(status / 100, 1, 5) - 1);
  routes_[std::min(route, kMostRoutes - 1)].by_class[kind].fetch_add(1, std::memory_order_relaxed);
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds) - kBounds.begin();
  times_[static_cast<std::size_t>(bound)].fetch_add(1, std::memory_order_relaxed);
  microseconds_.fetch_add(static_cast<std::uint64_t>(seconds * 1e6), std::memory_order_relaxed);
}

std::string Metrics::text(const std::vector<std::string>& routes, const std::vector<MetricLine>& more) const {
  std::string out =
      "# HELP mcpjury_http_requests_total Requests answered, by route and class of status.\n"
      "# TYPE mcpjury_http_requests_total counter\n";
  for (std::size_t i = 0; i < std::min(routes.size(), kMostRoutes); ++i) {
    for (std::size_t kind = 0; kind < 5; ++kind) {
      const std::uint64_t count = routes_[i].by_class[kind];
      if (count == 0) continue;
      out += fmt::format("mcpjury_http_requests_total{{route=\"{}\",status=\"{}xx\"}} {}\n", routes[i],
                         kind + 1, count);
    }
  }
  out +=
      "# HELP mcpjury_http_request_seconds How long an answer took to make.\n"
      "# TYPE mcpjury_http_request_seconds histogram\n";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    sum += times_[i];
    out += fmt::format("mcpjury_http_request_seconds_bucket{{le=\"{}\"}} {}\n", kBounds[i], sum);
  }
  sum += times_.back();
  out += fmt::format(
      "mcpjury_http_request_seconds_bucket{{le=\"+Inf\"}} {0}\nmcpjury_http_request_seconds_sum {1}\n"
      "mcpjury_http_request_seconds_count {0}\n",
      sum, static_cast<double>(microseconds_) / 1e6);
  for (const MetricLine& line : more) {
    out +=
        fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", line.name, line.help, line.type, line.value);
  }
  return out;
}

}  // namespace mcpjury
