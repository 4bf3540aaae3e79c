// Progress of long work: one line on stderr that is drawn over itself, with counts and rate. Only on a
// terminal that can do so, never in CI, and not before half a second, so that quick work shows nothing.
//
// Any thread may report; one thread of its own draws. One at a time in a process.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "cli/options.h"

namespace mcpjury {

// Not with -q, --no-progress, CI, TERM=dumb, nor when stderr is no terminal or somebody will be asked there.
bool progress_wanted(const CliOptions& options);

class Progress {
 public:
  // `what` in the plural: "targets"; a total of 0 is unknown. Nothing is drawn unless `wanted`.
  Progress(std::string what, std::uint64_t total, bool wanted);
  ~Progress();  // takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(std::uint64_t done, std::uint64_t failed = 0);
  void file_read() { ++files_; }

 private:
  void draw_until_stopped();
  std::string text(std::chrono::steady_clock::time_point now) const;

  const std::string what_;
  const std::uint64_t total_;
  const std::chrono::steady_clock::time_point began_;
  std::atomic<std::uint64_t> done_{0}, failed_{0}, files_{0};
  std::mutex mutex_;  // guards stopped_
  std::condition_variable wake_;
  bool stopped_ = false;
  std::thread drawer_;
};

// Before anything else is written to the terminal: takes the line away until it is drawn again.
void hide_progress();

// "12 of 400 targets, 3.4/s, 2 failed, 1:54 min left". Pure.
struct ProgressCounts {
  std::uint64_t done = 0, total = 0, failed = 0, files = 0;
};
std::string progress_text(const std::string& what, const ProgressCounts& counts, double seconds);

}  // namespace mcpjury
