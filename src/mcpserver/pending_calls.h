// Calls that were taken and not yet answered, by their id: for cancelling, and so that no id is used twice at
// a time. Thread safe.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/json.h"

namespace mcpjury {

class PendingCalls {
 public:
  using Cancelled = std::shared_ptr<std::atomic<bool>>;

  // Null: the id is in use.
  Cancelled begin(const Json& id);
  void end(const Json& id);
  void cancel(const Json& id);

 private:
  std::mutex mutex_;
  std::map<std::string, Cancelled, std::less<>> calls_;  // by the id as JSON text: 1 is not "1"
};

}  // namespace mcpjury
