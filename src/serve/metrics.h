// Counters of the service in the text form of Prometheus. Labels are routes, methods and status classes of
// ours, never anything of a client or a server: a private scan must not show here. Thread safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

struct MetricLine {
  std::string_view name, type, help;
  double value = 0;
};

class Metrics {
 public:
  static constexpr std::size_t kMostRoutes = 128;
  void count(std::size_t route, int status, double seconds);
  // `routes` names the first ones, in the order of their numbers; `more` are added as they are.
  std::string text(const std::vector<std::string>& routes, const std::vector<MetricLine>& more) const;

 private:
  struct OfRoute {
    std::array<std::atomic<std::uint64_t>, 5> by_class{};  // 1xx..5xx
  };
  static constexpr std::array<double, 10> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025,
                                                     0.05,  0.1,    0.25,  1,    5};
  std::array<OfRoute, kMostRoutes> routes_;
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> times_{};
  std::atomic<std::uint64_t> microseconds_ = 0;
};

}  // namespace mcpjury
