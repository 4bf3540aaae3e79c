// How a round stands: for people, for programs, for Prometheus.
#pragma once

#include <map>
#include <string>

#include "base/json.h"
#include "fleet/book.h"
#include "fleet/worker.h"
#include "queue/queue.h"

namespace mcpjury {

struct FleetStatus {
  RoundRow round;
  JobCounts counts;
  std::map<std::string, std::uint64_t> outcomes, failures, targets;
  double per_second = 0;     // of the last minute
  double seconds_left = -1;  // -1: not known
};

// Empty round: the newest. kNothingToGrade when there is none.
Result<FleetStatus> fleet_status(FleetBook& book, JobQueue& queue, const std::string& round,
                                 std::int64_t now);
std::string status_text(const FleetStatus& status);
JsonObject status_json(const FleetStatus& status);

// "[########............] 812 of 2,000, 41 %, 96.2/s, 12 s left, 3 dead"
std::string progress_line(const JobCounts& counts, double per_second, int width);
std::string duration_text(double seconds);

// In the text format of Prometheus.
std::string metrics_text(const WorkerFigures& figures);

}  // namespace mcpjury
