// Tells the operator's watchers that a server changed: signed messages over the guarded client, tried again
// with growing pauses. Bounded: what does not fit or is refused to the end is dropped and counted. Only
// public scans come here. Thread safe; delivery has a thread of its own.
//
// X-Mcpjury-Signature: t=SECONDS,v1=HEX, where HEX is the HMAC-SHA-256 of "SECONDS.BODY" with the secret.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "settings/serve_settings.h"
#include "store/store.h"

namespace mcpjury {

struct WebhookOptions {
  std::vector<std::string> allowed_hosts;
  std::string resolver;
  std::size_t waiting = 1'000;
  int attempts = 5;
  std::chrono::milliseconds pause{1'000};  // before the second attempt; doubled after each
};

// What changed, or null: nothing that is news. `rows` as the store gives them, newest first.
Json change_event(const std::vector<ScanRow>& rows, const std::string& base_url);
std::string webhook_signature(std::string_view secret, std::int64_t seconds, std::string_view body);

class Webhooks {
 public:
  // kUsage when a secret is not in the environment or an address is none.
  static Result<std::unique_ptr<Webhooks>> start(const std::vector<ServeWebhook>& hooks,
                                                 WebhookOptions options);
  ~Webhooks();
  bool watched(std::string_view target_key) const;
  void tell(std::string_view target_key, const Json& event);
  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t dropped() const { return dropped_; }

 private:
  struct Hook {
    std::string url, secret;
    std::vector<std::string> servers;
  };
  using Clock = std::chrono::steady_clock;
  struct Message {
    std::size_t hook;
    std::string body, id;
    int attempts = 0;  // made so far
    Clock::time_point due = {};
  };
  explicit Webhooks(WebhookOptions options) : options_(std::move(options)) {}
  void run();
  bool deliver(const Message& message);
  // The first one that is due, the order of each hook kept; `until` is when to look again.
  std::deque<Message>::iterator next_due(Clock::time_point now, Clock::time_point& until);

  const WebhookOptions options_;
  std::vector<Hook> hooks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> messages_;
  bool ended_ = false;
  std::atomic<std::uint64_t> delivered_ = 0, dropped_ = 0;
  std::thread thread_;
};

}  // namespace mcpjury
