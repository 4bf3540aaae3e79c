// Looks at targets as they come, many at once: for workers and the service, whose targets are not known
// beforehand. Remote servers are looked at from fibers of one loop in a thread of its own; packages and
// repositories by a second thread, one after another.
//
// look() and next() are thread safe. No local command is ever started from here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

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
  // `live` is the operator's: allowed hosts, resolver, time limits; live.jobs bounds how many at once.
  Looker(const ScanOptions& options, const LiveOptions& live);
  ~Looker();  // ends every look
  Looker(const Looker&) = delete;
  Looker& operator=(const Looker&) = delete;

  void look(LookOrder order);
  // The next finished one, in order of completion; nothing when none came within `wait`.
  std::optional<LookDone> next(std::chrono::milliseconds wait);
  std::size_t in_flight() const;  // given and not yet handed back
  void stop();                    // every look in progress ends soon, with what it has

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mcpjury
