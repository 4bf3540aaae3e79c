#include "mcpserver/pending_calls.h"

#include <boost/json/serialize.hpp>

namespace mcpjury {

PendingCalls::Cancelled PendingCalls::begin(const Json& id) {
  const std::lock_guard lock(mutex_);
  auto [place, is_new] = calls_.try_emplace(boost::json::serialize(id));
  if (!is_new) return nullptr;
  place->second = std::make_shared<std::atomic<bool>>(false);
  return place->second;
}

void PendingCalls::end(const Json& id) {
  const std::lock_guard lock(mutex_);
  calls_.erase(boost::json::serialize(id));
}

void PendingCalls::cancel(const Json& id) {
  const std::lock_guard lock(mutex_);
  if (const auto found = calls_.find(boost::json::serialize(id)); found != calls_.end())
    *found->second = true;
}

}  // namespace mcpjury
