#include "fleet/worker.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

#include "fleet/one_job.h"
#include "fleet/round_end.h"
#include "scan/looker.h"

namespace mcpjury {
namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Ends every look when the leases of their jobs run out unrenewed: the engine gives such jobs to others, and
// a host must not be asked by both. Its thread goes on while the worker waits for an engine that is away.
class LeaseWatch {
 public:
  explicit LeaseWatch(milliseconds lease) : safe_(lease * 4 / 5), thread_([this] { watch(); }) {}
  ~LeaseWatch() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  LeaseWatch(const LeaseWatch&) = delete;
  LeaseWatch& operator=(const LeaseWatch&) = delete;

  // Everything in hand was renewed by a question asked at `asked`.
  void renewed(SteadyClock::time_point asked, Looker& looker) {
    const std::lock_guard lock(mutex_);
    until_ = asked + safe_;
    looker_ = &looker;
  }
  // Nothing is in hand.
  void rest() {
    const std::lock_guard lock(mutex_);
    looker_ = nullptr;
  }
  // The looks were ended; asked once, it is forgotten.
  bool lapsed() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lapsed_, false);
  }

 private:
  void watch() {
    std::unique_lock lock(mutex_);
    while (!ended_) {
      changed_.wait_for(lock, milliseconds(50));
      if (looker_ == nullptr || SteadyClock::now() < until_) continue;
      looker_->stop();
      looker_ = nullptr;
      lapsed_ = true;
    }
  }

  const milliseconds safe_;
  std::mutex mutex_;
  std::condition_variable changed_;
  SteadyClock::time_point until_{};
  Looker* looker_ = nullptr;
  bool ended_ = false, lapsed_ = false;
  std::thread thread_;
};

class Worker {
 public:
  Worker(const WorkerOptions& options, std::unique_ptr<JobQueue> queue, std::unique_ptr<Store> store,
         std::unique_ptr<FleetBook> book)
      : options_(options),
        queue_(std::move(queue)),
        store_(std::move(store)),
        book_(std::move(book)),
        looker_(std::make_unique<Looker>(scan_, options.live)),
        leases_(options.queue.lease),
        ender_(options, *queue_, *store_, *book_, figures_),
        most_(options.live.jobs > 0 ? static_cast<std::size_t>(options.live.jobs) : 32) {}

  Result<WorkerFigures> run() {
    for (;;) {
      if (told_to_stop() && !draining_) {
        draining_ = true;
        drain_until_ = SteadyClock::now() + options_.grace;
      }
      if (draining_ && (in_hand_.empty() || SteadyClock::now() >= drain_until_)) break;
      if (!draining_) take();
      if (leases_.lapsed()) forget_looks();
      end_some();
      keep_alive();
      tell();
      if (!draining_ && in_hand_.empty() && took_nothing_ && all_ended() && options_.until_ended) break;
    }
    give_back();
    tell(true);
    return figures_;
  }

 private:
  bool told_to_stop() const { return options_.stop != nullptr && options_.stop->load(); }

  // An engine that is away comes back, or the operator ends us; meanwhile what is under way goes on.
  void trouble(const Error& error) {
    figures_.trouble = error.message;
    next_take_ = SteadyClock::now() + milliseconds(500);
    if (in_hand_.empty()) std::this_thread::sleep_for(milliseconds(200));
  }

  void take() {
    const auto now = SteadyClock::now();
    const std::size_t free = most_ - std::min(most_, in_hand_.size());
    // Several at once, unless it takes long: each asking costs the engine the same.
    const bool worth = free >= std::max<std::size_t>(most_ / 8, 1) || now >= last_take_ + milliseconds(50);
    if (free == 0 || now < next_take_ || !worth) return;
    last_take_ = now;
    auto jobs = queue_->take(free, in_hand_.empty() ? milliseconds(250) : milliseconds(0));
    // Waiting for work is no cost of the queue.
    if (!in_hand_.empty() || (jobs && !jobs->empty()))
      figures_.queue_seconds += std::chrono::duration<double>(SteadyClock::now() - now).count();
    if (!jobs) return trouble(jobs.error());
    figures_.trouble.clear();
    took_nothing_ = jobs->empty();
    if (jobs->empty()) next_take_ = SteadyClock::now() + milliseconds(50);
    if (in_hand_.empty() && !jobs->empty()) leases_.renewed(now, *looker_);
    for (Job& job : *jobs) begin(std::move(job));
    if (in_hand_.empty()) leases_.rest();
  }

  // The engine gives them out again.
  void forget_looks() {
    in_hand_.clear();
    looker_ = std::make_unique<Looker>(scan_, options_.live);
  }

  void begin(Job job) {
    ++figures_.taken;
    const std::string id = job.id;
    const int deliveries = job.deliveries;
    auto in_hand = job_in_hand(std::move(job));
    if (!in_hand) {
      if (auto buried = queue_->bury(id, "not a job of a fleet"); !buried) trouble(buried.error());
      return;
    }
    if (deliveries > 1) {
      auto ended = ender_.ended_before(*in_hand);
      if (!ended) return trouble(ended.error());
      if (*ended) return;
    }
    if (in_hand->kind == "record") return end(*in_hand, from_record(*in_hand));
    const std::uint64_t ticket = ++last_ticket_;
    LookOrder order;
    order.ticket = ticket;
    order.target = in_hand->look_at;
    in_hand_.emplace(ticket, std::move(*in_hand));
    looker_->look(std::move(order));
  }

  Result<Evidence> from_record(const JobInHand& in_hand) {
    auto text = book_->input(in_hand.input);
    if (!text) return text.error();
    auto parsed = parse_json(*text, "record", {});
    if (!parsed) return parsed.error();
    return evidence_from_json(parsed->value, "record");
  }

  void end(const JobInHand& in_hand, Result<Evidence> evidence) {
    // Not ended: its lease runs out, and it comes again.
    if (auto ended = ender_.end(in_hand, std::move(evidence)); !ended) trouble(ended.error());
  }

  void end_some() {
    const auto until = SteadyClock::now() + milliseconds(100);
    while (!in_hand_.empty()) {
      auto done = looker_->next(milliseconds(in_hand_.size() < most_ ? 10 : 50));
      if (!done) return;
      if (leases_.lapsed()) return forget_looks();
      const auto found = in_hand_.find(done->ticket);
      if (found == in_hand_.end()) continue;
      JobInHand in_hand = std::move(found->second);
      in_hand_.erase(found);
      if (in_hand_.empty()) leases_.rest();
      end(in_hand, std::move(done->evidence));
      if (SteadyClock::now() >= until || most_ - in_hand_.size() >= std::max<std::size_t>(most_ / 8, 1))
        return;
    }
  }

  void keep_alive() {
    const auto now = SteadyClock::now();
    if (now < next_beat_) return;
    next_beat_ = now + options_.queue.lease / 3;
    std::vector<std::string> ids;
    for (const auto& [ticket, in_hand] : in_hand_) ids.push_back(in_hand.job.id);
    if (ids.empty()) return;
    if (auto kept = queue_->keep_alive(ids); kept) {
      leases_.renewed(now, *looker_);
    } else {
      trouble(kept.error());
    }
    figures_.queue_seconds += std::chrono::duration<double>(SteadyClock::now() - now).count();
  }

  void tell(bool last = false) {
    const auto now = SteadyClock::now();
    figures_.in_flight = in_hand_.size();
    if (!options_.report || (!last && now < next_report_)) return;
    next_report_ = now + milliseconds(1000);
    if (auto counts = queue_->counts(options_.round)) figures_.counts = *counts;
    options_.report(figures_);
  }

  // Nobody took anything just now: rounds without open jobs are ended, with their dead letters in the book.
  bool all_ended() {
    const auto now = SteadyClock::now();
    if (now < next_round_look_) return false;
    next_round_look_ = now + milliseconds(options_.until_ended ? 300 : 2000);
    auto open = end_rounds(*queue_, *book_, options_.round, options_.due);
    if (!open) {
      trouble(open.error());
      return false;
    }
    return *open == 0;
  }

  void give_back() {
    leases_.rest();
    looker_->stop();
    for (const auto& [ticket, in_hand] : in_hand_) {
      // What cannot be told ends with its lease; an engine that is away is not waited for job by job.
      if (!queue_->retry(in_hand.job.id, milliseconds(0), "the worker was stopped")) break;
    }
    in_hand_.clear();
  }

  const WorkerOptions& options_;
  const ScanOptions scan_;
  std::unique_ptr<JobQueue> queue_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<FleetBook> book_;
  WorkerFigures figures_;
  std::unordered_map<std::uint64_t, JobInHand> in_hand_;
  std::unique_ptr<Looker> looker_;
  LeaseWatch leases_;
  JobEnder ender_;
  const std::size_t most_;
  std::uint64_t last_ticket_ = 0;
  bool draining_ = false, took_nothing_ = false;
  SteadyClock::time_point drain_until_, next_take_{}, last_take_{}, next_report_{}, next_round_look_{};
  SteadyClock::time_point next_beat_ = SteadyClock::now();
};

}  // namespace

Result<WorkerFigures> run_worker(const WorkerOptions& options) {
  auto store = Store::open(options.store);
  if (!store) return store.error();
  auto book = FleetBook::open(options.store);
  if (!book) return book.error();
  auto queue = JobQueue::open(options.queue);
  if (!queue) return queue.error();
  return Worker(options, std::move(*queue), std::move(*store), std::move(*book)).run();
}

}  // namespace mcpjury
