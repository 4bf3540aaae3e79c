// A worker: takes jobs, looks at their targets, judges what was seen, keeps it, says that the job is done.
// Any number of them on any number of machines share one queue and one store.
//
// One thread judges and talks to queue and store; the looks run in the threads of a Looker. Killed at any
// moment nothing is lost: the job comes again, and its scan has a name that is kept only once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/result.h"
#include "fleet/book.h"
#include "queue/queue.h"
#include "scan/live.h"

namespace mcpjury {

struct WorkerFigures {
  std::uint64_t taken = 0, kept = 0, unchanged = 0, retried = 0, dead = 0, repeated = 0;
  std::map<std::string, std::uint64_t> failures;  // by class, every one of them
  std::size_t in_flight = 0;
  double queue_seconds = 0, store_seconds = 0, judge_seconds = 0;  // of the judging thread
  JobCounts counts;                                                // of the queue, as last asked
  std::string trouble;                                             // what the engines said last; empty: well
};

struct WorkerOptions {
  JobQueueOptions queue;
  StoreOptions store;
  LiveOptions live;  // the operator's; jobs bounds how many looks at once
  DueTimes due;
  std::chrono::milliseconds retry{30'000};  // before the second delivery; four times as long each time
  std::chrono::milliseconds grace{30'000};  // for what is under way when it is told to stop
  std::string round;                        // with until_ended: this one
  bool until_ended = false;                 // return when the round, or every round, has ended
  const std::atomic<bool>* stop = nullptr;  // drain, then return
  std::function<void(const WorkerFigures&)> report;  // about every second, in the worker's thread
};

Result<WorkerFigures> run_worker(const WorkerOptions& options);

}  // namespace mcpjury
