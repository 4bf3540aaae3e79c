#include "serve/engine.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "base/escape.h"
#include "report/report.h"
#include "scan/clock.h"
#include "scan/remember.h"
#include "scan/whole_scan.h"

namespace mcpjury {
namespace {

std::string job_event(std::string_view name, const JsonObject& data) {
  return "event: " + std::string(name) + "\ndata: " + boost::json::serialize(data) + "\n\n";
}

std::string_view job_fault_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotReached:
      return "not_reached";
    case ErrorCode::kRefused:
      return "refused_target";
    case ErrorCode::kNothingToGrade:
      return "nothing_to_grade";
    case ErrorCode::kLimit:
      return "limit";
    case ErrorCode::kNotJson:
      return "not_json";
    default:
      return "failed";
  }
}

}  // namespace

Engine::Engine(EngineOptions options, std::function<void(const KeptScan&, Store&)> kept)
    : options_(std::move(options)), kept_(std::move(kept)) {}

Result<std::unique_ptr<Engine>> Engine::start(EngineOptions options,
                                              std::function<void(const KeptScan&, Store&)> kept) {
  std::unique_ptr<Engine> engine(new Engine(std::move(options), std::move(kept)));
  auto book = JobBook::open(engine->options_.store_url);
  if (!book) return book.error();
  engine->book_ = std::move(*book);
  if (auto recovered = engine->recover(); !recovered) return recovered.error();
  ScanOptions scan;
  scan.limits = service_limits();
  LiveOptions live = engine->options_.live;
  live.jobs = static_cast<int>(engine->options_.scans_at_once);
  engine->looker_ = std::make_unique<Looker>(scan, live);
  for (std::size_t i = 0; i < std::max<std::size_t>(1, engine->options_.judges_at_once); ++i) {
    auto store = Store::open({engine->options_.store_url, false, 30'000, true, 30'000});
    if (!store) return store.error();
    auto own = JobBook::open(engine->options_.store_url);
    if (!own) return own.error();
    engine->judging_.emplace_back(
        [raw = engine.get(), store = std::move(*store), own = std::move(*own)]() mutable {
          raw->judge_all(std::move(store), std::move(own));
        });
  }
  engine->looking_ = std::thread([raw = engine.get()] { raw->look(); });
  return engine;
}

Engine::~Engine() { stop(std::chrono::milliseconds(0)); }

// What an earlier process accepted and did not finish.
Result<Ok> Engine::recover() {
  auto rows = book_->unfinished(1'000'000);
  if (!rows) return rows.error();
  for (JobRow& row : *rows) {
    if (row.secret) {
      row.state = "failed";
      row.finished_at = current_time();
      row.error_code = "restarted";
      row.error_message =
          "the service was restarted; the credential of this scan was never stored, so it cannot be done "
          "again";
      if (auto finished = book_->finish(row); !finished) return finished.error();
      continue;
    }
    row.state = "queued";
    enqueue(order_from_json(std::move(row)));
  }
  return Ok{};
}

// The lock is held, or nobody else is there yet.
void Engine::enqueue(ScanOrder order) {
  auto job = std::make_shared<Active>();
  job->order = std::move(order);
  const JobRow& row = job->order.row;
  if (!row.fold.empty()) by_fold_[row.fold] = row.id;
  waiting_.push_back(row.id);
  active_[row.id] = std::move(job);
  ++counts_.accepted;
  queued_.notify_one();
}

std::variant<Engine::Receipt, ApiFault> Engine::accept(ScanOrder order, JobBook& book) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return ApiFault{503, "busy", "the service is stopping", 10};
    if (!order.row.fold.empty() && order.row.idem.empty()) {
      if (const auto same = by_fold_.find(order.row.fold); same != by_fold_.end()) {
        const auto job = active_.find(same->second);
        if (job != active_.end()) return Receipt{same->second, job->second->order.row.state, false};
      }
    }
    if (active_.size() >= options_.queue) return ApiFault{503, "busy", "too many scans are waiting", 30};
  }
  order.row.created_at = current_time();
  auto added = book.add(order.row);
  if (!added) return ApiFault{503, "busy", "the job could not be stored; try again later", 10};
  if (!*added) {
    auto known = book.by_idem(order.row.idem);
    if (!known || !*known) return ApiFault{503, "busy", "the job could not be stored; try again later", 10};
    if ((*known)->body_sha256 != order.row.body_sha256) {
      return ApiFault{409, "conflict", "this Idempotency-Key was used with another body"};
    }
    return Receipt{(*known)->id, (*known)->state, false};
  }
  const std::lock_guard lock(mutex_);
  Receipt receipt{order.row.id, order.row.state, true};
  // On disk it is; when the service stops meanwhile, the next start does it.
  if (!stopping_) enqueue(std::move(order));
  return receipt;
}

std::optional<JobRow> Engine::active(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = active_.find(id);
  if (found == active_.end()) return std::nullopt;
  return found->second->order.row;
}

bool Engine::listen(const std::string& id, const std::shared_ptr<HttpdStream>& stream) {
  constexpr std::size_t kMostListeners = 64;
  const std::lock_guard lock(mutex_);
  const auto found = active_.find(id);
  if (found == active_.end()) return false;
  Active& job = *found->second;
  std::erase_if(job.listeners, [](const auto& one) { return !one->open(); });
  if (job.listeners.size() >= kMostListeners) {
    job.listeners.front()->end();
    job.listeners.erase(job.listeners.begin());
  }
  stream->write(job_event("progress", {{"scan_id", id}, {"stage", job.order.row.state}, {"message", ""}}));
  job.listeners.push_back(stream);
  return true;
}

EngineCounts Engine::counts() const {
  const std::lock_guard lock(mutex_);
  EngineCounts out = counts_;
  out.waiting = waiting_.size();
  out.observing = by_ticket_.size();
  out.judging = active_.size() - std::min(active_.size(), waiting_.size() + by_ticket_.size());
  return out;
}

void Engine::enter(const std::string& id, std::string_view state, std::string_view message) {
  const std::lock_guard lock(mutex_);
  const auto found = active_.find(id);
  if (found == active_.end()) return;
  JobRow& row = found->second->order.row;
  row.state = state;
  if (row.started_at.empty()) row.started_at = current_time();
  for (const auto& stream : found->second->listeners) {
    stream->write(job_event("progress", {{"scan_id", id}, {"stage", state}, {"message", message}}));
  }
}

void Engine::finish(JobRow row, JobBook& book) {
  row.finished_at = current_time();
  if (auto finished = book.finish(row); !finished) {
    // It stays unfinished on disk and is done again after the next start.
    row.state = "failed";
    row.error_code = "failed";
    row.error_message = "the result could not be stored";
  }
  const std::lock_guard lock(mutex_);
  const auto found = active_.find(row.id);
  if (found == active_.end()) return;
  const bool done = row.state == "done";
  ++(done ? counts_.done : counts_.failed);
  for (const auto& stream : found->second->listeners) {
    stream->write(
        done ? job_event("done", {{"scan_id", row.id}, {"status", "done"}})
             : job_event("failed",
                         {{"scan_id", row.id}, {"code", row.error_code}, {"message", row.error_message}}));
    stream->end();
  }
  if (const auto same = by_fold_.find(row.fold); same != by_fold_.end() && same->second == row.id)
    by_fold_.erase(same);
  active_.erase(found);
  idle_.notify_all();
}

// Once an hour, by the looking thread.
void Engine::drop_old(std::chrono::steady_clock::time_point now) {
  if (dropped_at_ != std::chrono::steady_clock::time_point{} && now - dropped_at_ < std::chrono::hours(1))
    return;
  dropped_at_ = now;
  const auto today = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  // A store that does not answer now is asked again in an hour.
  [[maybe_unused]] const auto gone = book_->drop_before(format_time(today - options_.keep_days * 86'400));
}

// Hands out looks up to the bound and gathers what they saw.
void Engine::look() {
  for (;;) {
    std::vector<std::shared_ptr<Active>> start;
    {
      std::unique_lock lock(mutex_);
      const auto startable = [&] {
        return !stopping_ && !waiting_.empty() &&
               by_ticket_.size() + to_judge_.size() < options_.scans_at_once;
      };
      if (by_ticket_.empty()) {
        queued_.wait_for(lock, std::chrono::minutes(10), [&] { return ended_ || startable(); });
      }
      if (ended_) return;
      while (startable()) {
        const auto job = active_.at(waiting_.front());
        waiting_.pop_front();
        job->ticket = ++next_ticket_;
        if (!job->order.target.empty()) by_ticket_[job->ticket] = job->order.row.id;
        start.push_back(job);
      }
    }
    drop_old(std::chrono::steady_clock::now());
    for (const auto& job : start) {
      ScanOrder& order = job->order;
      const std::string id = order.row.id;
      enter(id, "observing", "");
      [[maybe_unused]] const auto noted = book_->start(id, "observing", current_time());
      if (order.target.empty()) {
        ScanOptions options;
        options.limits = service_limits();
        Result<Evidence> evidence =
            observe_text(order.document, order.row.kind == "record" ? "record" : "-", options);
        const std::lock_guard lock(mutex_);
        to_judge_.push_back({id, std::move(evidence)});
        looked_.notify_one();
        continue;
      }
      LookOrder look;
      look.ticket = job->ticket;
      look.target = order.target;
      look.credential = std::move(order.credential);
      look.dcr = order.dcr;
      look.active_probe = order.active_probe;
      look.timeout_seconds = order.timeout_seconds;
      looker_->look(std::move(look));
    }
    if (looker_->in_flight() == 0) continue;
    if (auto done = looker_->next(std::chrono::milliseconds(20))) {
      const std::lock_guard lock(mutex_);
      const auto found = by_ticket_.find(done->ticket);
      if (found == by_ticket_.end()) continue;
      to_judge_.push_back({found->second, std::move(done->evidence)});
      by_ticket_.erase(found);
      looked_.notify_one();
    }
  }
}

Jury* Engine::jury_for(const ScanOrder& order, Bench& bench) {
  if (!order.deep) return nullptr;
  if (order.models) {
    JuryOptions wanted = options_.models;
    wanted.target = order.target;
    auto made = make_jury(wanted);
    if (made) {
      bench.models.emplace(std::move(*made));
      return &*bench.models;
    }
  }
  if (!bench.embedded) bench.embedded.emplace(embedded_jury());
  return &*bench.embedded;
}

void Engine::judge_all(std::unique_ptr<Store> store, std::unique_ptr<JobBook> book) {
  Bench bench;
  bench.store = std::move(store);
  bench.book = std::move(book);
  for (;;) {
    std::unique_lock lock(mutex_);
    looked_.wait(lock, [&] { return ended_ || !to_judge_.empty(); });
    if (to_judge_.empty()) return;
    Looked looked = std::move(to_judge_.front());
    to_judge_.pop_front();
    queued_.notify_one();
    lock.unlock();
    judge_one(std::move(looked), bench);
  }
}

void Engine::judge_one(Looked looked, Bench& bench) {
  std::shared_ptr<Active> job;
  {
    const std::lock_guard lock(mutex_);
    // A look that the end of the service cut short is no result; the next start looks again.
    if (ended_) return;
    const auto found = active_.find(looked.id);
    if (found == active_.end()) return;
    job = found->second;
  }
  enter(looked.id, "judging", "");
  JobRow row;
  {
    const std::lock_guard lock(mutex_);
    row = job->order.row;
  }
  if (!looked.evidence) {
    row.state = "failed";
    row.error_code = job_fault_code(looked.evidence.error().code);
    row.error_message = clip(looked.evidence.error().message, 500);
    return finish(std::move(row), *bench.book);
  }
  const ScanOrder& order = job->order;
  ScanOptions options;
  options.limits = service_limits();
  options.strictness = order.strictness;
  WholeScan with;
  // What somebody sent is not compared with what was seen: its name may be anybody's.
  with.store = row.is_private && order.target.empty() ? nullptr : bench.store.get();
  with.keep = !row.is_private;
  with.jury = jury_for(order, bench);
  const std::string key = history_key(*looked.evidence);
  WholeScanDone done = scan_whole(std::move(*looked.evidence), options, with, bench.detective);
  row.state = "done";
  row.display = clip(escape_terminal(done.report->evidence.target.display), 300);
  row.scan = done.scan;
  if (!done.kept) {
    row.state = "failed";
    row.error_code = "failed";
    row.error_message = "the scan could not be stored";
  } else if (done.scan == 0) {
    row.report = report_to_json(*done.report, {});
    row.evidence = evidence_to_json(done.report->evidence);
  }
  const std::int64_t scan = done.scan;
  finish(std::move(row), *bench.book);
  if (scan != 0 && kept_) kept_({key, scan}, *bench.store);
}

void Engine::stop(std::chrono::milliseconds grace) {
  {
    std::unique_lock lock(mutex_);
    if (ended_) return;
    stopping_ = true;
    const auto running = [&] { return active_.size() > waiting_.size(); };
    idle_.wait_for(lock, grace, [&] { return !running(); });
    ended_ = true;
    for (const auto& [id, job] : active_) {
      for (const auto& stream : job->listeners) stream->end();
    }
    queued_.notify_all();
    looked_.notify_all();
  }
  if (looker_) looker_->stop();
  if (looking_.joinable()) looking_.join();
  for (std::thread& thread : judging_) thread.join();
  judging_.clear();
  looker_.reset();
}

}  // namespace mcpjury
