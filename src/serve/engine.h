// Runs the scans that were accepted: looks at many at once, judges in a few threads, tells those who wait.
//
// accept() returns when the job is on disk. A job that a restart interrupted is done again; one with a
// credential cannot be, because the credential was never written, and is reported as failed. Thread safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "httpd/httpd.h"
#include "scan/deliberate.h"
#include "scan/looker.h"
#include "serve/job_book.h"
#include "serve/scan_order.h"
#include "store/store.h"

namespace mcpjury {

// What one scan may cost here: sixty kilobytes of empty tools must not become eighty megabytes of report. A
// list that is longer is read in part, and the report says so.
inline Limits service_limits() {
  Limits limits;
  limits.tools = 2'000;
  limits.findings_per_detector = 1'000;
  return limits;
}

struct EngineOptions {
  std::string store_url;
  LiveOptions live;
  std::size_t scans_at_once = 16, judges_at_once = 1, queue = 1'000;
  std::int64_t keep_days = 30;  // finished jobs, with their private reports
  JuryOptions models;           // names none: no language models
};

struct EngineCounts {
  std::uint64_t accepted = 0, done = 0, failed = 0;
  std::size_t waiting = 0, observing = 0, judging = 0;
};

// A scan that is now in the store.
struct KeptScan {
  std::string target_key;
  std::int64_t scan = 0;
};

class Engine {
 public:
  static Result<std::unique_ptr<Engine>> start(EngineOptions options,
                                               std::function<void(const KeptScan&, Store&)> kept);
  ~Engine();

  struct Receipt {
    std::string id, state;
    bool is_new = false;
  };
  // Joins a job that asks the same and is not done yet.
  std::variant<Receipt, ApiFault> accept(ScanOrder order, JobBook& book);
  // Of a job that is not finished.
  std::optional<JobRow> active(const std::string& id) const;
  // Tells `stream` everything from now on, and ends it; false: the job is not active.
  bool listen(const std::string& id, const std::shared_ptr<HttpdStream>& stream);
  EngineCounts counts() const;
  // Nothing new; what runs gets this long, the rest is done after the next start.
  void stop(std::chrono::milliseconds grace);

 private:
  struct Active {
    ScanOrder order;
    std::uint64_t ticket = 0;
    std::vector<std::shared_ptr<HttpdStream>> listeners;
  };
  struct Looked {
    std::string id;
    Result<Evidence> evidence;
  };
  explicit Engine(EngineOptions options, std::function<void(const KeptScan&, Store&)> kept);
  Result<Ok> recover();
  void drop_old(std::chrono::steady_clock::time_point now);
  void look();
  void judge_all(std::unique_ptr<Store> store, std::unique_ptr<JobBook> book);
  // What a judging thread has for itself.
  struct Bench {
    std::unique_ptr<Store> store;
    std::unique_ptr<JobBook> book;
    Detective detective{service_limits()};
    std::optional<Jury> embedded, models;
  };
  void judge_one(Looked looked, Bench& bench);
  Jury* jury_for(const ScanOrder& order, Bench& bench);
  void enter(const std::string& id, std::string_view state, std::string_view message);
  void finish(JobRow row, JobBook& book);
  void enqueue(ScanOrder order);

  const EngineOptions options_;
  const std::function<void(const KeptScan&, Store&)> kept_;
  std::unique_ptr<JobBook> book_;  // of the looking thread
  std::chrono::steady_clock::time_point dropped_at_{};
  std::unique_ptr<Looker> looker_;
  mutable std::mutex mutex_;
  std::condition_variable queued_, looked_, idle_;
  std::map<std::string, std::shared_ptr<Active>> active_;
  std::map<std::string, std::string> by_fold_;  // to the id
  std::map<std::uint64_t, std::string> by_ticket_;
  std::deque<std::string> waiting_;
  std::deque<Looked> to_judge_;
  std::uint64_t next_ticket_ = 0;
  EngineCounts counts_;
  bool stopping_ = false, ended_ = false;
  std::thread looking_;
  std::vector<std::thread> judging_;
};

}  // namespace mcpjury
