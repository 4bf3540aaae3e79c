// Jobs that wait for a worker, in an engine that exists: SQLite (one machine), PostgreSQL (leases with SKIP
// LOCKED) or NATS JetStream, chosen by the address. At least once: a job that was taken and neither finished
// nor kept alive is given out again when its lease ends, so handling a job must be idempotent.
//
// submit() returns when the engine has the jobs on disk. One JobQueue belongs to one thread; several
// processes may use one queue.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace mcpjury {

struct Job {
  std::string id;     // the caller's: a second submit of the same id is no second job
  std::string round;  // jobs of one round are counted and ended together
  std::string host;   // whose turn it is: at most JobQueueOptions::of_one_host are out at once; may be empty
  Json body;
  int deliveries = 0;  // how often it was given out, this time included
};

struct JobQueueOptions {
  // "sqlite:PATH", "postgresql://…", "nats://host:port"
  std::string url;
  std::string name = "scans";               // several queues may live in one engine
  std::chrono::milliseconds lease{30'000};  // how long a taken job may be silent
  int most_deliveries = 5;                  // then it is a dead letter
  int of_one_host = 2;
};

struct DeadLetter {
  Job job;
  std::string reason, at;
};

struct JobCounts {
  std::uint64_t waiting = 0, taken = 0, done = 0, dead = 0;
};

class JobQueue {
 public:
  static Result<std::unique_ptr<JobQueue>> open(const JobQueueOptions& options);
  virtual ~JobQueue() = default;

  // How many were new.
  virtual Result<std::uint64_t> submit(const std::vector<Job>& jobs) = 0;
  // Up to `most` jobs whose time has come; waits up to `wait` for the first.
  virtual Result<std::vector<Job>> take(std::size_t most, std::chrono::milliseconds wait) = 0;
  virtual Status keep_alive(const std::vector<std::string>& ids) = 0;
  virtual Status done(const std::string& id) = 0;
  // Given out again after `delay`; at the last delivery it becomes a dead letter with this reason.
  virtual Status retry(const std::string& id, std::chrono::milliseconds delay, std::string_view reason) = 0;
  virtual Status bury(const std::string& id, std::string_view reason) = 0;

  virtual Result<JobCounts> counts(std::string_view round) = 0;  // empty: of all rounds
  virtual Result<std::vector<DeadLetter>> dead_letters(std::string_view round, std::size_t limit) = 0;
  // Drops the ended jobs of a round, and with them the knowledge that their ids were submitted. How many.
  virtual Result<std::uint64_t> forget(std::string_view round) = 0;
};

}  // namespace mcpjury
