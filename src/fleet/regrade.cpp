#include "fleet/regrade.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "base/sha256.h"
#include "catalog/catalog.h"
#include "fleet/regrade_book.h"
#include "scan/compare_servers.h"
#include "scan/remember.h"
#include "scan/scan.h"
#include "store/packed_text.h"

namespace mcpjury {
namespace {

using SteadyClock = std::chrono::steady_clock;

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Between the thread that reads and those that judge; a few hundred records at most.
class Waiting {
 public:
  void put(StoredEvidence record) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return records_.size() < 256 || closed_; });
    records_.push_back(std::move(record));
    more_.notify_one();
  }
  std::optional<StoredEvidence> take() {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [&] { return !records_.empty() || closed_; });
    if (records_.empty()) return std::nullopt;
    StoredEvidence out = std::move(records_.front());
    records_.pop_front();
    room_.notify_one();
    return out;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    more_.notify_all();
    room_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable more_, room_;
  std::deque<StoredEvidence> records_;
  bool closed_ = false;
};

class Regrader {
 public:
  Regrader(std::unique_ptr<Store> store, std::unique_ptr<RegradeBook> book)
      : store_(std::move(store)), book_(std::move(book)), detective_(options_.limits) {}

  Status one(const StoredEvidence& record, RegradeFigures& figures) {
    double begun = processor_seconds();
    auto text = unpack_text(record.packed);
    if (!text) return text.error();
    auto parsed = parse_json(*text, "store", {});
    if (!parsed) return parsed.error();
    auto evidence = evidence_from_json(parsed->value, "store");
    if (!evidence) return evidence.error();
    // As it was looked at: what the history adds is added again, and not kept with it.
    evidence->replayed = false;
    figures.judge_seconds += processor_seconds() - begun;
    auto asked = SteadyClock::now();
    Recalled recalled = recall(*store_, *evidence, false);
    recalled.common_names = recall_neighbours(store_.get(), nullptr, {}, *evidence);
    figures.store_seconds += std::chrono::duration<double>(SteadyClock::now() - asked).count();
    begun = processor_seconds();
    const auto report = judge(std::move(*evidence), options_, detective_);
    recalled.evidence_sha256 = record.evidence_sha256;
    NewScan scan = scan_to_keep(*report, recalled);
    scan.uid = sha256_hex(fmt::format("regrade\n{}\n{}", catalog().sha256, record.uid)).substr(0, 32);
    figures.judge_seconds += processor_seconds() - begun;
    asked = SteadyClock::now();
    auto kept = store_->add_scan(scan);
    Status noted = kept ? book_->note(scan.row.target_key, scan.row.evidence_sha256) : Status(kept.error());
    figures.store_seconds += std::chrono::duration<double>(SteadyClock::now() - asked).count();
    if (!noted) return noted;
    ++figures.scans;
    figures.tools += scan.row.tool_count;
    return Ok{};
  }

 private:
  ScanOptions options_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<RegradeBook> book_;
  Detective detective_;
};

void add(RegradeFigures& sum, const RegradeFigures& part) {
  sum.scans += part.scans;
  sum.tools += part.tools;
  sum.failed += part.failed;
  if (sum.first_failure.empty()) sum.first_failure = part.first_failure;
  sum.judge_seconds += part.judge_seconds;
  sum.store_seconds += part.store_seconds;
}

}  // namespace

Result<RegradeFigures> regrade(const RegradeOptions& options) {
  const auto began = SteadyClock::now();
  RegradeFigures sum;
  sum.jobs =
      options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::unique_ptr<Regrader>> judges;
  for (int i = 0; i < sum.jobs; ++i) {
    auto store = Store::open(options.store);
    if (!store) return store.error();
    auto book = RegradeBook::open(options.store);
    if (!book) return book.error();
    judges.push_back(std::make_unique<Regrader>(std::move(*store), std::move(*book)));
  }
  auto reader = RegradeBook::open(options.store);
  if (!reader) return reader.error();
  auto found = (*reader)->begin(options.all);
  if (!found) return found.error();
  sum.found = *found;
  Waiting waiting;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (auto& one : judges) {
    threads.emplace_back([&, mine = one.get()] {
      while (auto record = waiting.take()) {
        RegradeFigures part;
        if (auto done = mine->one(*record, part); !done) {
          part.failed = 1;
          part.first_failure = done.error().message;
        }
        const std::lock_guard lock(mutex);
        add(sum, part);
      }
    });
  }
  Status trouble = Ok{};
  auto next_report = SteadyClock::now();
  const auto stopped = [&] { return options.stop != nullptr && options.stop->load(); };
  while (!stopped()) {
    auto page = (*reader)->next(100);
    if (!page) {
      trouble = page.error();
      break;
    }
    if (page->empty()) break;
    for (StoredEvidence& record : *page) waiting.put(std::move(record));
    if (options.report && SteadyClock::now() >= next_report) {
      next_report = SteadyClock::now() + std::chrono::seconds(1);
      const std::lock_guard lock(mutex);
      options.report(sum);
    }
  }
  waiting.close();
  for (std::thread& thread : threads) thread.join();
  if (!trouble) return trouble.error();
  sum.seconds = std::chrono::duration<double>(SteadyClock::now() - began).count();
  return sum;
}

JsonObject regrade_json(const RegradeFigures& figures) {
  return JsonObject{
      {"found", figures.found},
      {"regraded", figures.scans},
      {"failed", figures.failed},
      {"tools", figures.tools},
      {"jobs", figures.jobs},
      {"seconds", figures.seconds},
      {"judge_cpu_seconds", figures.judge_seconds},
      {"store_seconds", figures.store_seconds},
      {"tools_per_cpu_second",
       figures.judge_seconds > 0 ? static_cast<double>(figures.tools) / figures.judge_seconds : 0.0},
      {"first_failure", figures.first_failure}};
}

std::string regrade_text(const RegradeFigures& figures) {
  std::string out = fmt::format("{} of {} scans regraded, {} tools, in {:.1f} s\n", figures.scans,
                                figures.found, figures.tools, figures.seconds);
  if (figures.scans > 0) {
    out += fmt::format(
        "  judging {:.1f} s of processor time ({:.0f} tools/s a core), waiting for the store {:.1f} s\n",
        figures.judge_seconds,
        figures.judge_seconds > 0 ? static_cast<double>(figures.tools) / figures.judge_seconds : 0.0,
        figures.store_seconds);
  }
  if (figures.failed > 0)
    out += fmt::format("  {} failed, first: {}\n", figures.failed, figures.first_failure);
  if (figures.found == 0) out += "  everything was judged by this catalogue; --all judges it anew\n";
  return out;
}

}  // namespace mcpjury
