// Threads take chunks of lines in turn, work on them apart, and write the results in input order.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "scan/batch_worker.h"
#include "scan/clock.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

constexpr int kMaxJobs = 256;
// Text that was read and whose results are not written yet. A single line may be larger: then it is
// the only one under way.
constexpr std::size_t kBytesUnderWay = 16u << 20;

int jobs_of(const ScanOptions& options) {
  const int wanted = options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(wanted, 1, kMaxJobs);
}

// Invariant: chunks are numbered as they are read; results [written_, taken_) are under way, and there
// are never more of them than slots, so that memory is bounded however uneven the lines are.
class Pipeline {
 public:
  Pipeline(int input, const BatchWriter& write, const ScanOptions& options, const ExitPolicy& policy,
           const RenderOptions& rendering, int jobs)
      : lines_(input, options.limits.batch_line_bytes),
        write_(write),
        options_(options),
        policy_(policy),
        rendering_(rendering),
        slots_(static_cast<std::size_t>(jobs) * 2 + 2) {}

  // The body of every thread. Whatever is thrown ends the batch as our own fault.
  void work() noexcept {
    try {
      BatchWorker worker(options_, policy_, rendering_);
      LineChunk chunk;
      std::uint64_t number = 0;
      while (take(chunk, number)) {
        std::string out;
        out.reserve(chunk.text.size());
        const int code = worker.process(chunk, out);
        deliver(number, chunk.text.size(), std::move(out), code);
      }
    } catch (...) {
      const std::lock_guard lock(state_);
      stop(70);
    }
  }

  int finish() {
    if (lines_.failure() != 0 && code_ != 70) {
      std::string out;
      append_error_line(
          out, "null", lines_.next_line(),
          {ErrorCode::kUnreadable, std::string("cannot read on: ") + std::strerror(lines_.failure())});
      write_(out);
      code_ = worse_exit_code(code_, 2);
    }
    return code_;
  }

 private:
  struct Slot {
    std::optional<std::string> out;
    std::size_t input_bytes = 0;
  };

  bool take(LineChunk& chunk, std::uint64_t& number) {
    const std::lock_guard reading(input_);
    {
      std::unique_lock lock(state_);
      room_.wait(lock, [&] {
        return stopped_ || taken_ == written_ ||
               (taken_ - written_ < slots_.size() && bytes_under_way_ < kBytesUnderWay);
      });
      if (stopped_) return false;
    }
    if (!lines_.next(chunk)) return false;
    const std::lock_guard lock(state_);
    number = taken_++;
    bytes_under_way_ += chunk.text.size();
    return true;
  }

  // Whoever brings the result that is due writes it, and all that wait behind it.
  void deliver(std::uint64_t number, std::size_t input_bytes, std::string out, int code) {
    std::unique_lock lock(state_);
    code_ = worse_exit_code(code_, code);
    Slot& mine = slots_[number % slots_.size()];
    mine.out = std::move(out);
    mine.input_bytes = input_bytes;
    if (writing_) return;
    writing_ = true;
    while (!stopped_ && slots_[written_ % slots_.size()].out) {
      Slot& due = slots_[written_ % slots_.size()];
      const std::string text = std::move(*due.out);
      due.out.reset();
      lock.unlock();
      const bool going_on = text.empty() || write_(text);
      lock.lock();
      bytes_under_way_ -= due.input_bytes;
      ++written_;
      if (!going_on) stop(0);
      room_.notify_all();
    }
    writing_ = false;
  }

  void stop(int code) {
    stopped_ = true;
    code_ = worse_exit_code(code_, code);
    room_.notify_all();
  }

  LineChunks lines_;  // guarded by input_
  const BatchWriter& write_;
  const ScanOptions& options_;
  const ExitPolicy& policy_;
  const RenderOptions& rendering_;

  std::mutex input_;  // taken before state_
  std::mutex state_;  // guards what follows
  std::condition_variable room_;
  std::vector<Slot> slots_;
  std::uint64_t taken_ = 0, written_ = 0;
  std::size_t bytes_under_way_ = 0;
  bool writing_ = false, stopped_ = false;
  int code_ = 0;
};

}  // namespace

int run_batch(int input, const BatchWriter& write, const ScanOptions& options, const ExitPolicy& policy,
              const RenderOptions& rendering) {
  ScanOptions settled = options;
  if (settled.observed_at.empty()) settled.observed_at = current_time();
  const int jobs = jobs_of(options);
  Pipeline pipeline(input, write, settled, policy, rendering, jobs);
  std::vector<std::thread> threads;
  try {
    for (int i = 1; i < jobs; ++i) threads.emplace_back([&] { pipeline.work(); });
  } catch (const std::system_error&) {
    // Fewer threads than asked for do the same work.
  }
  pipeline.work();
  for (std::thread& thread : threads) thread.join();
  const int code = pipeline.finish();
  return policy.exit_zero && (code == 4 || code == 5 || code == 1) ? 0 : code;
}

}  // namespace mcpjury
