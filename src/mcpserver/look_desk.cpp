#include "mcpserver/look_desk.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostLooks = 16;  // those that were given up included
constexpr std::chrono::milliseconds kTurn{50};

}  // namespace

std::shared_ptr<Looker> LookDesk::looker() {
  const std::lock_guard lock(mutex_);
  if (looker_ == nullptr && !stopped_) looker_ = std::make_shared<Looker>(options_, live_);
  return looker_;
}

std::uint64_t LookDesk::begin(Looker& at, const std::string& target) {
  const std::lock_guard lock(mutex_);
  if (stopped_ || at.in_flight() >= kMostLooks) return 0;
  LookOrder order;
  order.ticket = ++last_;
  order.target = target;
  at.look(std::move(order));
  return last_;
}

Result<Evidence> LookDesk::look(const std::string& target, const std::function<bool()>& given_up) {
  const std::shared_ptr<Looker> at = looker();
  const std::uint64_t ticket = at == nullptr ? 0 : begin(*at, target);
  if (ticket == 0) return Error{ErrorCode::kLimit, "too many scans at once; try again later"};
  while (true) {
    // Whoever is awake takes what comes, for everybody.
    std::optional<LookDone> came = at->next(kTurn);
    const std::lock_guard lock(mutex_);
    if (came && abandoned_.erase(came->ticket) == 0) done_.emplace(came->ticket, std::move(came->evidence));
    if (const auto mine = done_.find(ticket); mine != done_.end()) {
      Result<Evidence> evidence = std::move(mine->second);
      done_.erase(mine);
      return evidence;
    }
    if (!given_up()) continue;
    abandoned_.insert(ticket);
    return Error{ErrorCode::kNotReached, "cancelled"};
  }
}

void LookDesk::stop() {
  std::shared_ptr<Looker> at;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    at = looker_;
  }
  if (at != nullptr) at->stop();
}

}  // namespace mcpjury
