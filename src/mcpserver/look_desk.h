// Looks at servers for several workers at once: each gives a target and waits for its own evidence.
//
// Thread safe. The looker and its threads are started with the first target.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "scan/looker.h"

namespace mcpjury {

class LookDesk {
 public:
  LookDesk(const ScanOptions& options, const LiveOptions& live) : options_(options), live_(live) {}

  // Waits until the evidence is there or `given_up` says so; a look that was given up ends by its own time.
  Result<Evidence> look(const std::string& target, const std::function<bool()>& given_up);
  void stop();  // everybody who waits gets what there is, soon

 private:
  std::shared_ptr<Looker> looker();
  std::uint64_t begin(Looker& at, const std::string& target);

  const ScanOptions options_;
  const LiveOptions live_;
  std::mutex mutex_;
  std::shared_ptr<Looker> looker_;
  bool stopped_ = false;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, Result<Evidence>> done_;
  std::set<std::uint64_t> abandoned_;
};

}  // namespace mcpjury
