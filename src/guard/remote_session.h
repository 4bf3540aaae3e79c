// What the guard knows of one conversation with a remote server. Private to guard; used on one loop.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "guard/gate.h"
#include "net/loop.h"

namespace mcpjury {

struct RemoteSession {
  JsonObject opening;  // what the server said of itself
  std::optional<SurfaceVerdict> verdict;
  JsonObject list_result;  // as the client gets it
  std::string list_error;  // JSON of the error the server gave instead of a list; empty: none
  bool stale = true, walking = false, changed = false;
  std::map<std::string, int, std::less<>> pending;  // ids of forwarded requests
  std::map<std::string, bool, std::less<>> openings;
  TokenBucket change_notes{600, 20};
  std::uint64_t dropped = 0, refused_frames = 0, changes = 0;

  const SurfaceVerdict* known() const { return verdict ? &*verdict : nullptr; }
  void asked(const PassingMessage& message);
  void not_answered(const PassingFrame& frame);  // whatever of it was asked and will not be answered
  void cancelled(const PassingMessage& message);
  // Whether a message of the server goes on to the client.
  bool passes(const PassingMessage& message, std::int64_t now_ms, GuardLog& log);

 private:
  bool answer_passes(const PassingMessage& message, GuardLog& log);
};

// By session id and credential; the one used longest ago is forgotten first.
class RemoteSessions {
 public:
  explicit RemoteSessions(std::size_t most) : most_(most) {}
  std::shared_ptr<RemoteSession> at(const std::string& key);
  void put(const std::string& key, std::shared_ptr<RemoteSession> session);
  void forget(const std::string& key);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<RemoteSession> session;
  };
  std::size_t most_;
  std::list<Entry> entries_;  // newest first
};

}  // namespace mcpjury
