#include "fleet/one_job.h"

#include <algorithm>

#include "base/redact.h"
#include "catalog/catalog.h"
#include "fleet/submit.h"
#include "scan/remember.h"
#include "scan/whole_scan.h"

namespace mcpjury {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Adds what it took to a figure.
class Timed {
 public:
  explicit Timed(double& sum) : sum_(sum) {}
  ~Timed() { sum_ += std::chrono::duration<double>(SteadyClock::now() - began_).count(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& sum_;
  SteadyClock::time_point began_ = SteadyClock::now();
};

// Another try a little later cannot help.
bool is_final(ErrorCode code) {
  return code == ErrorCode::kRefused || code == ErrorCode::kUsage || code == ErrorCode::kUnknownScheme ||
         code == ErrorCode::kNothingToGrade || code == ErrorCode::kNotJson;
}

}  // namespace

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::optional<JobInHand> job_in_hand(Job job) {
  JobInHand out;
  const JsonObject* body = job.body.if_object();
  if (body == nullptr) return std::nullopt;
  out.target = find_string(*body, "target");
  out.kind = find_string(*body, "kind");
  out.input = find_string(*body, "input");
  const std::string_view look_at = find_string(*body, "look_at");
  out.look_at = look_at.empty() ? out.target : std::string(look_at);
  if (out.target.empty()) return std::nullopt;
  out.job = std::move(job);
  return out;
}

JobEnder::JobEnder(const WorkerOptions& options, JobQueue& queue, Store& store, FleetBook& book,
                   WorkerFigures& figures)
    : options_(options),
      queue_(queue),
      store_(store),
      book_(book),
      figures_(figures),
      detective_(scan_.limits) {}

Status JobEnder::tell_done(const JobInHand& in_hand) {
  const Timed timed(figures_.queue_seconds);
  return queue_.done(in_hand.job.id);
}

Status JobEnder::finish(FleetResult result) {
  const Timed timed(figures_.store_seconds);
  result.at = seconds_now();
  return book_.finish(result, options_.due);
}

Result<bool> JobEnder::ended_before(const JobInHand& in_hand) {
  auto known = book_.known(in_hand.job.round, in_hand.target);
  if (!known) return known.error();
  if (known->outcome.empty() || known->outcome == "dead") return false;
  ++figures_.repeated;
  if (auto told = tell_done(in_hand); !told) return told.error();
  return true;
}

Status JobEnder::fail(const JobInHand& in_hand, const Error& error) {
  const std::string failure(name_of(error.code));
  ++figures_.failures[failure];
  const bool last = is_final(error.code) || in_hand.job.deliveries >= options_.queue.most_deliveries;
  if (last) {
    FleetResult result;
    result.round = in_hand.job.round;
    result.target = in_hand.target;
    result.outcome = "dead";
    result.failure = failure;
    result.reason = redact(error.message);
    if (auto finished = finish(std::move(result)); !finished) return finished;
    ++figures_.dead;
    const Timed timed(figures_.queue_seconds);
    return queue_.bury(in_hand.job.id, error.message);
  }
  ++figures_.retried;
  // Spread by the job's own id: a host that was down is not asked for all its servers in one moment.
  const double part = static_cast<double>(std::hash<std::string>{}(in_hand.job.id) % 1000) / 1000.0;
  double delay = static_cast<double>(options_.retry.count()) * (0.75 + 0.5 * part);
  for (int i = 1; i < in_hand.job.deliveries; ++i) delay *= 4;
  const Timed timed(figures_.queue_seconds);
  return queue_.retry(in_hand.job.id, std::chrono::milliseconds(static_cast<std::int64_t>(delay)),
                      error.message);
}

Status JobEnder::end(const JobInHand& in_hand, Result<Evidence> evidence) {
  if (!evidence) return fail(in_hand, evidence.error());
  FleetResult result;
  result.round = in_hand.job.round;
  result.target = in_hand.target;
  result.target_key = history_key(*evidence);
  result.catalog_sha256 = catalog().sha256;
  KnownTarget known;
  {
    const Timed timed(figures_.store_seconds);
    auto found = book_.known(in_hand.job.round, in_hand.target);
    if (!found) return found.error();
    known = std::move(*found);
  }
  if (!known.outcome.empty() && known.outcome != "dead") {
    ++figures_.repeated;
    return tell_done(in_hand);
  }
  {
    const Timed timed(figures_.judge_seconds);
    result.evidence_sha256 = looked_at_sha256(*evidence);
  }
  const bool same = result.evidence_sha256 == known.evidence_sha256;
  if (same && known.catalog_sha256 == result.catalog_sha256) {
    result.outcome = "unchanged";
    if (auto finished = finish(std::move(result)); !finished) return finished;
    ++figures_.unchanged;
    return tell_done(in_hand);
  }
  result.outcome = known.evidence_sha256.empty() ? "new" : same ? "regraded" : "changed";
  result.scan_uid = fleet_uid(in_hand.job.round, in_hand.target);
  WholeScan with;
  with.store = &store_;
  with.uid = result.scan_uid;
  WholeScanDone done;
  {
    const Timed timed(figures_.judge_seconds);
    done = scan_whole(std::move(*evidence), scan_, with, detective_);
  }
  figures_.judge_seconds -= done.store_seconds;
  figures_.store_seconds += done.store_seconds;
  if (!done.kept) return done.kept;
  if (done.scan == 0)
    return fail(in_hand, {ErrorCode::kNothingToGrade, "it has no name under which it could be kept"});
  if (auto finished = finish(std::move(result)); !finished) return finished;
  ++figures_.kept;
  return tell_done(in_hand);
}

}  // namespace mcpjury
