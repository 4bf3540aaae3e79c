#include "queue/nats_queue.h"

#include <fmt/format.h>

#include "base/canonical_json.h"
#include "base/sha256.h"
#include "queue/queue_text.h"

namespace mcpjury {
namespace {

// Ids, rounds and hosts are anybody's text; a token of a subject is not.
std::string token(std::string_view text) { return sha256_hex(text).substr(0, 32); }

// How long a server that restarts is waited for.
constexpr std::chrono::milliseconds kPatience{15'000};

}  // namespace

NatsQueue::NatsQueue(JobQueueOptions options, std::string jobs, std::string state,
                     std::unique_ptr<NatsLink> link)
    : options_(std::move(options)),
      jobs_(std::move(jobs)),
      state_(std::move(state)),
      link_(std::move(link)),
      holder_(queue_holder()) {}

Result<std::unique_ptr<JobQueue>> NatsQueue::open(const JobQueueOptions& options) {
  std::string name = "mcpjury_";
  for (const char c : options.name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    name += plain ? c : '_';
  }
  const std::string state = name + "_state";
  auto link = NatsLink::open(options.url, {name, state, options.lease}, kPatience);
  if (!link) return link.error();
  std::unique_ptr<NatsQueue> made(new NatsQueue(options, name, state, std::move(*link)));
  return std::unique_ptr<JobQueue>(std::move(made));
}

std::string NatsQueue::subject(std::string_view kind, const Job& job) const {
  return fmt::format("{}.{}.{}.{}", kind == "job" ? jobs_ : state_, kind, token(job.round), token(job.id));
}

std::string NatsQueue::slot_subject(const Job& job, int number) const {
  // A job without a host has a slot of its own.
  return fmt::format("{}.slot.{}.{}", state_, job.host.empty() ? "j" + token(job.id) : "h" + token(job.host),
                     number);
}

std::string NatsQueue::tries_text(const Held& held) {
  return canonical_json(JsonObject{{"id", held.job.id},
                                   {"round", held.job.round},
                                   {"deliveries", held.job.deliveries},
                                   {"reason", held.reason}});
}

std::optional<NatsQueue::Tries> NatsQueue::tries_from(const std::string& text) {
  auto parsed = parse_json(text, "queue", {});
  if (!parsed || !parsed->value.is_object()) return std::nullopt;
  const JsonObject& object = parsed->value.get_object();
  Tries out;
  out.id = find_string(object, "id");
  out.round = find_string(object, "round");
  out.reason = find_string(object, "reason");
  if (const Json* count = find(object, "deliveries"); count != nullptr && count->is_int64())
    out.deliveries = static_cast<int>(count->get_int64());
  return out;
}

Result<std::uint64_t> NatsQueue::submit(const std::vector<Job>& jobs) {
  constexpr std::size_t kAtOnce = 1000;
  std::uint64_t fresh = 0;
  for (std::size_t from = 0; from < jobs.size(); from += kAtOnce) {
    std::vector<NatsLink::Item> items;
    for (std::size_t i = from; i < jobs.size() && i < from + kAtOnce; ++i) {
      const Job& job = jobs[i];
      items.push_back({subject("job", job),
                       canonical_json(JsonObject{
                           {"id", job.id}, {"round", job.round}, {"host", job.host}, {"body", job.body}})});
    }
    auto put = link_->put_new(items);
    if (!put) return put.error();
    fresh += *put;
  }
  return fresh;
}

Status NatsQueue::renew(Held& held) {
  auto renewed = link_->put(held.slot.subject, tries_text(held), held.slot.sequence);
  if (!renewed) return renewed.error();
  // Somebody took us for silent: the job goes on, whoever is done first is done.
  if (*renewed) held.slot.sequence = **renewed;
  return Ok{};
}

Status NatsQueue::keep_alive(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const auto found = held_.find(id);
    if (found == held_.end()) continue;
    if (auto told = link_->in_progress(found->second.message.get()); !told) return told;
    if (auto renewed = renew(found->second); !renewed) return renewed;
  }
  return Ok{};
}

Status NatsQueue::let_go(const std::string& id) {
  const auto found = held_.find(id);
  if (found == held_.end()) return Ok{};
  const std::uint64_t sequence = found->second.slot.sequence;
  full_.erase(found->second.job.host);
  held_.erase(found);
  return link_->remove(sequence);
}

Status NatsQueue::done(const std::string& id) {
  const auto found = held_.find(id);
  if (found == held_.end()) return Error{ErrorCode::kUsage, "queue: a job that was not taken here"};
  Held& held = found->second;
  if (auto put = link_->put_always(subject("done", held.job), "{}"); !put) return put;
  // The mark is on disk: if the acknowledgement is lost, the job comes once more and is known to be done.
  if (auto told = link_->acknowledge(held.message.get()); !told) return told;
  if (held.job.deliveries >= options_.most_deliveries) {
    if (auto gone = link_->purge(subject("dead", held.job)); !gone) return gone;
  }
  return let_go(id);
}

Status NatsQueue::make_dead(Held& held, std::string_view reason) {
  const std::string text = canonical_json(JsonObject{{"id", held.job.id},
                                                     {"round", held.job.round},
                                                     {"host", held.job.host},
                                                     {"body", held.job.body},
                                                     {"deliveries", held.job.deliveries},
                                                     {"reason", queue_reason(reason)}});
  if (auto put = link_->put_always(subject("dead", held.job), text); !put) return put;
  return link_->acknowledge(held.message.get());
}

Status NatsQueue::retry(const std::string& id, std::chrono::milliseconds delay, std::string_view reason) {
  const auto found = held_.find(id);
  if (found == held_.end()) return Error{ErrorCode::kUsage, "queue: a job that was not taken here"};
  Held& held = found->second;
  if (held.job.deliveries >= options_.most_deliveries) return bury(id, reason);
  held.reason = queue_reason(reason);
  if (auto put = link_->put_always(subject("try", held.job), tries_text(held)); !put) return put;
  if (auto told = link_->give_back(held.message.get(), delay); !told) return told;
  return let_go(id);
}

Status NatsQueue::bury(const std::string& id, std::string_view reason) {
  const auto found = held_.find(id);
  if (found == held_.end()) return Error{ErrorCode::kUsage, "queue: a job that was not taken here"};
  if (auto dead = make_dead(found->second, reason); !dead) return dead;
  return let_go(id);
}

Result<JobCounts> NatsQueue::counts(std::string_view round) {
  const std::string which = round.empty() ? std::string(">") : token(round) + ".>";
  auto all = link_->count(fmt::format("{}.job.{}", jobs_, which));
  if (!all) return all.error();
  auto done = link_->count(fmt::format("{}.done.{}", state_, which));
  if (!done) return done.error();
  auto dead = link_->count(fmt::format("{}.dead.{}", state_, which));
  if (!dead) return dead.error();
  // Slots know no round: with two rounds at once, `taken` is at most what is out of both.
  auto slots = link_->count(fmt::format("{}.slot.>", state_));
  if (!slots) return slots.error();
  JobCounts out;
  out.done = *done;
  out.dead = *dead;
  const std::uint64_t open = *all > *done + *dead ? *all - *done - *dead : 0;
  out.taken = std::min(*slots, open);
  out.waiting = open - out.taken;
  return out;
}

Result<std::vector<DeadLetter>> NatsQueue::dead_letters(std::string_view round, std::size_t limit) {
  std::vector<DeadLetter> out;
  const std::string which =
      fmt::format("{}.dead.{}", state_, round.empty() ? std::string(">") : token(round) + ".>");
  for (std::uint64_t sequence = 1; out.size() < limit;) {
    auto record = link_->next(which, sequence);
    if (!record) return record.error();
    if (!*record) break;
    sequence = (*record)->sequence + 1;
    auto parsed = parse_json((*record)->data, "queue", {});
    if (!parsed || !parsed->value.is_object()) continue;
    const JsonObject& object = parsed->value.get_object();
    DeadLetter letter;
    letter.job.id = find_string(object, "id");
    letter.job.round = find_string(object, "round");
    letter.job.host = find_string(object, "host");
    if (const Json* body = find(object, "body")) letter.job.body = *body;
    if (const Json* count = find(object, "deliveries"); count != nullptr && count->is_int64())
      letter.job.deliveries = static_cast<int>(count->get_int64());
    letter.reason = find_string(object, "reason");
    letter.at = queue_time((*record)->stored_at);
    out.push_back(std::move(letter));
  }
  return out;
}

Result<std::uint64_t> NatsQueue::forget(std::string_view round) {
  auto counted = counts(round);
  if (!counted) return counted.error();
  // Marks and jobs go together, so all of them must have ended.
  if (round.empty() || counted->waiting + counted->taken > 0) return std::uint64_t{0};
  const std::string which = token(round) + ".>";
  if (auto gone = link_->purge(fmt::format("{}.job.{}", jobs_, which)); !gone) return gone.error();
  for (const std::string_view kind : {"done", "dead", "try"}) {
    if (auto gone = link_->purge(fmt::format("{}.{}.{}", state_, kind, which)); !gone) return gone.error();
  }
  return counted->done + counted->dead;
}

}  // namespace mcpjury
