// One job from evidence to its end: kept, marked as unchanged, given back or buried. Private to the module.
#pragma once

#include <string>

#include "fleet/worker.h"
#include "scan/scan.h"

namespace mcpjury {

struct JobInHand {
  Job job;
  std::string target, kind, look_at, input;
};

// Nothing: the body is none of ours.
std::optional<JobInHand> job_in_hand(Job job);

class JobEnder {
 public:
  JobEnder(const WorkerOptions& options, JobQueue& queue, Store& store, FleetBook& book,
           WorkerFigures& figures);

  // An error is one of the engines: the job was not ended and will come again.
  Status end(const JobInHand& in_hand, Result<Evidence> evidence);
  // True when this round is done with the target already; then the queue was told.
  Result<bool> ended_before(const JobInHand& in_hand);

 private:
  Status fail(const JobInHand& in_hand, const Error& error);
  Status finish(FleetResult result);
  Status tell_done(const JobInHand& in_hand);

  const WorkerOptions& options_;
  JobQueue& queue_;
  Store& store_;
  FleetBook& book_;
  WorkerFigures& figures_;
  ScanOptions scan_;
  Detective detective_;
};

std::int64_t seconds_now();

}  // namespace mcpjury
