// Giving jobs out through NATS: what was fetched is admitted when its host has room.
#include <fmt/format.h>

#include <algorithm>

#include "queue/nats_queue.h"
#include "queue/queue_text.h"

namespace mcpjury {
namespace {

// Spread, so that the jobs of one busy host do not come back together. Longer the oftener it came in vain.
std::chrono::milliseconds later(std::uint64_t times, std::size_t salt) {
  const std::uint64_t most = std::min<std::uint64_t>(250 * std::max<std::uint64_t>(times, 1), 4000);
  return std::chrono::milliseconds(most / 2 + salt % (most / 2 + 1));
}

}  // namespace

Result<bool> NatsQueue::is_done(const Held& held) {
  for (const std::string_view kind : {"done", "dead"}) {
    auto mark = link_->get(subject(kind, held.job));
    if (!mark) return mark.error();
    if (*mark) return true;
  }
  return false;
}

// The slot is somebody's. It becomes ours when it is this very job's, which the server would not have given
// out again while somebody worked on it, or when it was not renewed for a whole lease.
Result<bool> NatsQueue::take_over(Held& held, int number) {
  const std::string name = slot_subject(held.job, number);
  auto record = link_->get(name);
  if (!record) return record.error();
  std::uint64_t expected = 0;
  if (*record) {
    expected = (*record)->sequence;
    const auto other = tries_from((*record)->data);
    if (other && other->id == held.job.id && other->round == held.job.round) {
      held.job.deliveries = std::max(held.job.deliveries, other->deliveries + 1);
      if (held.reason.empty()) held.reason = other->reason;
    } else {
      Watched& watched = watched_[name];
      if (watched.sequence != expected) watched = {expected, Clock::now()};
      if (Clock::now() - watched.since < options_.lease) return false;
      // Its job will come again; that it was given out must not be forgotten.
      if (other) {
        Held silent;
        silent.job.id = other->id;
        silent.job.round = other->round;
        silent.job.deliveries = other->deliveries;
        silent.reason = other->reason;
        if (auto put = link_->put_always(subject("try", silent.job), tries_text(silent)); !put)
          return put.error();
      }
    }
  }
  auto put = link_->put(name, tries_text(held), expected);
  if (!put) return put.error();
  if (!*put) return false;
  held.slot = {name, **put};
  watched_.erase(name);
  return true;
}

Result<bool> NatsQueue::get_slot(Held& held, bool given_before) {
  const int slots = held.job.host.empty() ? 1 : options_.of_one_host;
  if (!given_before) {
    for (int number = 0; number < slots; ++number) {
      auto put = link_->put(slot_subject(held.job, number), tries_text(held), 0);
      if (!put) return put.error();
      if (*put) {
        held.slot = {slot_subject(held.job, number), **put};
        return true;
      }
    }
  } else {
    auto tried = link_->get(subject("try", held.job));
    if (!tried) return tried.error();
    if (*tried) {
      if (const auto before = tries_from((*tried)->data)) {
        held.job.deliveries = before->deliveries + 1;
        held.reason = before->reason;
      }
    }
  }
  for (int number = 0; number < slots; ++number) {
    auto taken = take_over(held, number);
    if (!taken || *taken) return taken;
  }
  return false;
}

Status NatsQueue::admit(NatsDelivery delivery, std::vector<Job>& out) {
  auto parsed = parse_json(delivery.data, "queue", {});
  // Not one of ours: nobody can work on it.
  if (!parsed || !parsed->value.is_object()) return link_->acknowledge(delivery.message.get());
  const JsonObject& object = parsed->value.get_object();
  Held held;
  held.job.id = find_string(object, "id");
  held.job.round = find_string(object, "round");
  held.job.host = find_string(object, "host");
  if (const Json* body = find(object, "body")) held.job.body = *body;
  held.job.deliveries = 1;
  held.message = std::move(delivery.message);
  const std::size_t salt = std::hash<std::string>{}(held.job.id + holder_);
  const auto full = full_.find(held.job.host);
  if (full != full_.end() && full->second > Clock::now()) {
    return link_->give_back(held.message.get(), later(delivery.times, salt));
  }
  if (delivery.times > 1) {
    auto ended = is_done(held);
    if (!ended) return ended.error();
    if (*ended) return link_->acknowledge(held.message.get());
  }
  auto slot = get_slot(held, delivery.times > 1);
  if (!slot) return slot.error();
  if (!*slot) {
    if (full_.size() > 10'000) full_.clear();
    full_[held.job.host] = Clock::now() + std::chrono::milliseconds(100);
    return link_->give_back(held.message.get(), later(delivery.times, salt));
  }
  if (held.job.deliveries > options_.most_deliveries) {
    held.job.deliveries = options_.most_deliveries;
    const std::string reason = !held.reason.empty()
                                   ? held.reason
                                   : fmt::format("silent for {} s, {} times", options_.lease.count() / 1000,
                                                 options_.most_deliveries);
    if (auto dead = make_dead(held, reason); !dead) return dead;
    return link_->remove(held.slot.sequence);
  }
  // Two deliveries of one job to one taker: the newer one counts.
  out.push_back(held.job);
  std::string id = held.job.id;
  held_[std::move(id)] = std::move(held);
  return Ok{};
}

Result<std::vector<Job>> NatsQueue::take(std::size_t most, std::chrono::milliseconds wait) {
  const auto until = Clock::now() + wait;
  std::vector<Job> out;
  if (most == 0) return out;
  if (watched_.size() > 100'000) watched_.clear();
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    auto fetched = link_->fetch(most - out.size(), std::max(left, std::chrono::milliseconds(20)));
    if (!fetched) return fetched.error();
    Status trouble = Ok{};
    for (NatsDelivery& delivery : *fetched) {
      // What is left of the batch comes again after its lease.
      if (trouble) trouble = admit(std::move(delivery), out);
    }
    if (!out.empty()) return out;
    if (!trouble) return trouble.error();
    if (Clock::now() >= until) return out;
  }
}

}  // namespace mcpjury
