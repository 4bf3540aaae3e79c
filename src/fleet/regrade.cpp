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

// Judged in a row, then kept: who goes to and fro between judging and waiting for the store has forgotten
// the patterns, which fill the processor's caches, each time.
constexpr std::size_t kTogether = 64, kTogetherBytes = 1u << 20;

// Between the thread that reads and those that judge; a few hundred records at most.
class Waiting {
 public:
  void put(StoredEvidence record) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return records_.size() < 256 || closed_; });
    records_.push_back(std::move(record));
    more_.notify_one();
  }
  // At most kTogether records and kTogetherBytes, of which the last may go beyond; none when all are taken.
  std::vector<StoredEvidence> take() {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [&] { return !records_.empty() || closed_; });
    std::vector<StoredEvidence> out;
    for (std::size_t bytes = 0; !records_.empty() && out.size() < kTogether && bytes < kTogetherBytes;) {
      bytes += records_.front().packed.size();
      out.push_back(std::move(records_.front()));
      records_.pop_front();
    }
    room_.notify_all();
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

  void several(const std::vector<StoredEvidence>& records, RegradeFigures& figures) {
    std::vector<InHand> all;
    double begun = processor_seconds();
    for (const StoredEvidence& record : records) {
      if (auto evidence = read(record)) {
        all.push_back({&record, std::move(*evidence), {}, nullptr, {}});
      } else {
        failed(evidence.error(), figures);
      }
    }
    figures.judge_seconds += processor_seconds() - begun;
    for (InHand& one : all) remember(one, figures);
    begun = processor_seconds();
    for (InHand& one : all) one.report = judge(std::move(one.evidence), options_, detective_);
    figures.judge_seconds += processor_seconds() - begun;
    begun = processor_seconds();
    for (InHand& one : all) {
      one.scan = scan_to_keep(*one.report, one.memory);
      one.scan.uid =
          sha256_hex(fmt::format("regrade\n{}\n{}", catalog().sha256, one.record->uid)).substr(0, 32);
    }
    figures.form_seconds += processor_seconds() - begun;
    for (const InHand& one : all) {
      if (auto kept = keep(one.scan, figures); !kept) {
        failed(kept.error(), figures);
        continue;
      }
      ++figures.scans;
      figures.tools += one.scan.row.tool_count;
    }
  }

 private:
  struct InHand {
    const StoredEvidence* record;
    Evidence evidence;
    Recalled memory;
    std::shared_ptr<const ScanReport> report;
    NewScan scan;  // refers to the report
  };

  static void failed(const Error& error, RegradeFigures& figures) {
    ++figures.failed;
    if (figures.first_failure.empty()) figures.first_failure = error.message;
  }

  static Result<Evidence> read(const StoredEvidence& record) {
    auto text = unpack_text(record.packed);
    if (!text) return text.error();
    auto parsed = parse_json(*text, "store", {});
    if (!parsed) return parsed.error();
    auto evidence = evidence_from_json(parsed->value, "store");
    // As it was looked at: what the history adds is added again, and not kept with it.
    if (evidence) evidence->replayed = false;
    return evidence;
  }

  void remember(InHand& one, RegradeFigures& figures) {
    const auto asked = SteadyClock::now();
    one.memory = recall(*store_, one.evidence, false);
    one.memory.common_names = recall_neighbours(store_.get(), nullptr, {}, one.evidence);
    one.memory.evidence_sha256 = one.record->evidence_sha256;
    figures.store_seconds += std::chrono::duration<double>(SteadyClock::now() - asked).count();
  }

  Status keep(const NewScan& scan, RegradeFigures& figures) {
    const auto asked = SteadyClock::now();
    auto kept = store_->add_scan(scan);
    Status noted = kept ? book_->note(scan.row.target_key, scan.row.evidence_sha256) : Status(kept.error());
    figures.store_seconds += std::chrono::duration<double>(SteadyClock::now() - asked).count();
    return noted;
  }

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
  sum.form_seconds += part.form_seconds;
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
      for (auto records = waiting.take(); !records.empty(); records = waiting.take()) {
        RegradeFigures part;
        mine->several(records, part);
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
      {"form_cpu_seconds", figures.form_seconds},
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
        "  judging {:.1f} s of processor time ({:.0f} tools/s a core), making what is kept {:.1f} s, waiting "
        "for "
        "the store {:.1f} s\n",
        figures.judge_seconds,
        figures.judge_seconds > 0 ? static_cast<double>(figures.tools) / figures.judge_seconds : 0.0,
        figures.form_seconds, figures.store_seconds);
  }
  if (figures.failed > 0)
    out += fmt::format("  {} failed, first: {}\n", figures.failed, figures.first_failure);
  if (figures.found == 0) out += "  everything was judged by this catalogue; --all judges it anew\n";
  return out;
}

}  // namespace mcpjury
