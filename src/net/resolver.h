// Names to addresses, the seam for DNS. The real one is c-ares on the loop; tests script answers and count
// questions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "net/address_policy.h"
#include "net/loop.h"

namespace mcpjury {

struct Resolution {
  enum class State : std::uint8_t { kOk, kNoSuchName, kTimeout, kFailed };
  State state = State::kFailed;
  std::vector<IpAddress> addresses;  // A and AAAA together, at most 32
  std::string detail;
};

class Resolver {
 public:
  virtual ~Resolver() = default;
  // Called from a fiber; waits on the loop. One look-up a call, nothing cached.
  virtual Resolution resolve(const std::string& host, TimePoint deadline) = 0;
};

// At most 64 look-ups in flight; the others wait their turn. `servers` empty: the system's configuration,
// /etc/hosts included.
std::unique_ptr<Resolver> make_ares_resolver(Loop& loop, const std::string& servers = {});

}  // namespace mcpjury
