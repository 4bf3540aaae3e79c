// Looks at targets as they come, many at once: for workers and the service, whose targets are not known
// beforehand. Remote servers are looked at from fibers of one loop in a thread of its own; packages and
// repositories by a second thread, one after another.
//
// Every function is thread safe. No local command is started and no file of this machine is read as a target
// from here, whatever the order says. What is given is bounded by the caller, who sees in_flight().
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scan/live.h"

namespace mcpjury {

// One target with what belongs to it alone.
struct LookOrder {
  std::uint64_t ticket = 0;  // the caller's
  std::string target;        // URL, npm:…, pypi:…, git address
  std::vector<SecretHeader> credential;
  bool dcr = false, active_probe = false;
  double timeout_seconds = 0;  // 0: that of the options
};

struct LookDone {
  std::uint64_t ticket = 0;
  Result<Evidence> evidence;
};

class Looker {
 public:
  // `live` is the operator's: allowed hosts, resolver, time limits; live.jobs bounds how many at once. With
  // an empty options.observed_at every look has its own time.
  Looker(const ScanOptions& options, const LiveOptions& live);
  ~Looker();  // ends every look
  Looker(const Looker&) = delete;
  Looker& operator=(const Looker&) = delete;

  void look(LookOrder order);
  // The next finished one, in order of completion; nothing when none came within `wait`.
  std::optional<LookDone> next(std::chrono::milliseconds wait);
  std::size_t in_flight() const;  // given and not yet handed back
  // Every look in progress ends soon, with what it has; what did not begin ends with kNotReached.
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mcpjury
