// The mind of the guard for one conversation: what passes, what is answered here, what is held until the tool
// list was graded. Knows frames, no pipes and no clock of its own.
//
// The guard reads the tool list itself, all pages, whenever the client asks for it, before the first call,
// and before the next call after the server said that its list changed. The client gets the graded list on
// one page, so that no page can differ from what was graded. Answers of the server that nobody waits for are
// dropped: a list that was not asked for must not reach the client under a guessed id.
//
// Used from one thread. Everything is bounded: frames held, requests waited for, pages, tools, bytes, time.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "guard/call_decision.h"
#include "guard/guard_log.h"
#include "guard/list_walk.h"
#include "guard/passing_frame.h"
#include "guard/surface_verdict.h"
#include "guard/token_bucket.h"

namespace mcpjury {

struct GateLimits {
  std::size_t held = 256;        // frames that wait for the list
  std::size_t pending = 10'000;  // requests of the client without an answer
  ListLimits list;
};

struct GateOptions {
  GuardPolicy policy;
  std::optional<PinnedSurface> pin;
  GateLimits limits;
  std::string id_prefix = "mcpjury-guard";  // of our own requests; unguessable in earnest
};

class Gate {
 public:
  using Send = std::function<void(std::string_view bytes)>;  // a frame with its line end

  Gate(GateOptions options, GuardLog& log, Detective& detective, Send to_client, Send to_server);

  // `bytes` is the frame with its line end as it was read, `text` the same without.
  void from_client(std::string_view text, std::string_view bytes, std::int64_t now_ms);
  void from_server(std::string_view text, std::string_view bytes, std::int64_t now_ms);
  void too_large(bool client);
  void tick(std::int64_t now_ms);  // gives up a list that takes too long
  void server_gone();              // whoever waits is told
  bool reading_list() const { return walk_.has_value(); }

 private:
  struct Held {
    PassingMessage message;
    std::string bytes;
  };
  struct Walk {
    std::string id;
    JsonObject meta;  // of the request that made us ask
    ListWalk pages;
    std::int64_t until_ms = 0;
    bool changed = false;  // list_changed came while reading
  };

  void client_message(PassingMessage message, std::string_view bytes, std::int64_t now_ms);
  void hold(PassingMessage message, std::string_view bytes, std::int64_t now_ms);
  void list(PassingMessage message, std::string_view bytes, std::int64_t now_ms);
  void call(const PassingMessage& message, std::string_view bytes, std::int64_t now_ms);
  void cancelled(const PassingMessage& message, std::string_view bytes);
  void forward(const PassingMessage& message, std::string_view bytes);
  bool server_message(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms);
  bool server_answer(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms);
  bool list_changed(std::int64_t now_ms);

  void begin_walk(JsonObject meta, std::int64_t now_ms, int again);
  void ask_page();
  void walk_page(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms);
  void end_walk(std::int64_t now_ms);
  void fail_walk(const std::string& why, const Json* error);
  void answer_list(const Held& held);
  void refuse(const PassingMessage& message, std::string_view why, JsonObject data = {});
  const SurfaceVerdict* verdict() const { return verdict_ ? &*verdict_ : nullptr; }
  void send(std::string frame, const Send& to);

  GateOptions options_;
  GuardLog& log_;
  Detective& detective_;
  Send to_client_, to_server_;
  std::map<std::string, int, std::less<>> pending_;  // ids of forwarded requests
  std::set<std::string, std::less<>> openings_;      // of those, initialize and server/discover
  std::deque<Held> held_;
  std::optional<Walk> walk_;
  int walked_again_ = 0;
  std::uint64_t walks_ = 0;
  JsonObject opening_;      // what the server said of itself
  JsonObject list_result_;  // as the client gets it
  std::optional<SurfaceVerdict> verdict_;
  bool stale_ = true;
  CallBuckets buckets_;
  TokenBucket change_notes_{600, 20};
  std::uint64_t dropped_ = 0, refused_frames_ = 0, change_count_ = 0;
};

}  // namespace mcpjury
