// What a server tried to reach, seen through a seccomp listener. The network is not there in any case; the
// listener only makes the attempt visible. Nothing is let through on the strength of what is read here: in a
// network namespace of its own every answer is harmless, and without one every answer is a refusal.
//
// Used from one fiber. At most kMaxAttempts different ones are kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "observe/local/owned_fd.h"

struct seccomp_notif;

namespace mcpjury {

inline constexpr std::size_t kMaxAttempts = 64;

struct Attempt {
  std::string call;     // "connect", "send", "dns", "socket"
  std::string family;   // "inet", "inet6", "unix", …
  std::string address;  // or the path of a Unix socket
  int port = 0;
  std::string name;  // the host name of a DNS question

  bool operator==(const Attempt&) const = default;
};

class AttemptWatch {
 public:
  // `apart`: the child has a network namespace of its own, so loopback and Unix sockets may go on.
  AttemptWatch(OwnedFd listener, bool apart);
  AttemptWatch(const AttemptWatch&) = delete;
  AttemptWatch& operator=(const AttemptWatch&) = delete;

  int descriptor() const { return listener_.get(); }
  // Answers what is waiting, at most 64 calls. False when nobody can ask any more.
  bool serve();
  const std::vector<Attempt>& attempts() const { return attempts_; }
  bool truncated() const { return truncated_; }

 private:
  int answer(const seccomp_notif& asked);  // 0: go on, else the errno to give
  int judge_address(int process, std::uint64_t place, std::uint64_t size, const char* call);
  void look_for_question(int process, std::uint64_t place, std::uint64_t size);
  void note(Attempt attempt);

  OwnedFd listener_;
  bool apart_;
  bool truncated_ = false;
  std::vector<std::uint64_t> asked_, reply_;  // the kernel's structures
  std::vector<Attempt> attempts_;
};

// The name asked for, when the bytes are exactly one DNS question.
std::optional<std::string> dns_question(std::string_view bytes);

}  // namespace mcpjury
