#include "guard/gate.h"

#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <utility>

#include "mcp/jsonrpc.h"
#include "mcp/server_frames.h"

namespace mcpjury {
namespace {

constexpr std::string_view kListMethod = "tools/list";
constexpr std::string_view kCallMethod = "tools/call";

bool is_guarded(const PassingMessage& message) {
  return message.kind == PassingMessage::Kind::kRequest &&
         (message.method == kListMethod || message.method == kCallMethod);
}

std::string line_of(const JsonObject& message) { return boost::json::serialize(message) + "\n"; }

}  // namespace

Gate::Gate(GateOptions options, GuardLog& log, Detective& detective, Send to_client, Send to_server)
    : options_(std::move(options)),
      log_(log),
      detective_(detective),
      to_client_(std::move(to_client)),
      to_server_(std::move(to_server)) {}

void Gate::send(std::string frame, const Send& to) {
  frame += '\n';
  to(frame);
}

void Gate::refuse(const PassingMessage& message, std::string_view why, JsonObject data) {
  send(refusal_frame(message.id, why, std::move(data)), to_client_);
}

void Gate::too_large(bool client) {
  log_.say_often("frame_refused", {{"from", client ? "client" : "server"}, {"reason", "too large"}},
                 refused_frames_);
  if (client)
    send(make_error(nullptr, rpc::kInvalidRequest, "mcpjury guard: the frame is too large"), to_client_);
}

void Gate::from_client(std::string_view text, std::string_view bytes, std::int64_t now_ms) {
  PassingFrame frame = read_passing(text);
  bool guarded = false, bad = false;
  for (const PassingMessage& message : frame.messages) {
    guarded = guarded || is_guarded(message);
    bad = bad || message.kind == PassingMessage::Kind::kBad;
  }
  if (bad) {
    // The rest of a batch is refused with it: it was one thing to say.
    for (const PassingMessage& message : frame.messages) {
      const bool is_bad = message.kind == PassingMessage::Kind::kBad;
      if (!is_bad && message.kind != PassingMessage::Kind::kRequest) continue;
      send(make_error(message.id, frame.not_json ? rpc::kParseError : rpc::kInvalidRequest,
                      fmt::format("mcpjury guard: {}", is_bad ? message.fault : "part of a bad batch")),
           to_client_);
    }
    log_.say_often("frame_refused", {{"from", "client"}, {"reason", frame.messages[0].fault}},
                   refused_frames_);
    return;
  }
  if (!frame.batch) return client_message(std::move(frame.messages[0]), bytes, now_ms);
  if (!guarded) {
    for (const PassingMessage& message : frame.messages) {
      if (message.kind == PassingMessage::Kind::kRequest) ++pending_[message.id_text()];
    }
    return to_server_(bytes);
  }
  for (PassingMessage& message : frame.messages) {
    const std::string alone = line_of(message.whole);
    client_message(std::move(message), alone, now_ms);
  }
}

void Gate::client_message(PassingMessage message, std::string_view bytes, std::int64_t now_ms) {
  if (message.kind == PassingMessage::Kind::kNotification && message.method == "notifications/cancelled")
    return cancelled(message, bytes);
  if (message.kind != PassingMessage::Kind::kRequest) return to_server_(bytes);
  if (message.method == kListMethod) return list(std::move(message), bytes, now_ms);
  if (message.method != kCallMethod) return forward(message, bytes);
  if (verdict_ && !stale_ && !walk_) return call(message, bytes, now_ms);
  hold(std::move(message), bytes, now_ms);
}

void Gate::forward(const PassingMessage& message, std::string_view bytes) {
  if (pending_.size() >= options_.limits.pending)
    return refuse(message, "too many requests wait for an answer of the server");
  std::string id = message.id_text();
  if (message.method == "initialize" || message.method == "server/discover") openings_.insert(id);
  ++pending_[std::move(id)];
  to_server_(bytes);
}

void Gate::cancelled(const PassingMessage& message, std::string_view bytes) {
  const JsonObject* params = message.params();
  const Json* id = params != nullptr ? find(*params, "requestId") : nullptr;
  if (id != nullptr) {
    for (auto held = held_.begin(); held != held_.end(); ++held) {
      if (held->message.id != *id) continue;
      held_.erase(held);  // the server never heard of it
      return;
    }
    // It will not be answered; an answer that was on its way already is one nobody waits for.
    pending_.erase(boost::json::serialize(*id));
  }
  to_server_(bytes);
}

void Gate::list(PassingMessage message, std::string_view bytes, std::int64_t now_ms) {
  const JsonObject* params = message.params();
  const Json* cursor = params != nullptr ? find(*params, "cursor") : nullptr;
  if (cursor != nullptr && !cursor->is_null()) {
    return send(make_error(message.id, rpc::kInvalidParams,
                           "mcpjury guard: unknown cursor; the whole list is on the first page"),
                to_client_);
  }
  hold(std::move(message), bytes, now_ms);
}

void Gate::hold(PassingMessage message, std::string_view bytes, std::int64_t now_ms) {
  if (held_.size() >= options_.limits.held)
    return refuse(message, "too many requests wait for the tool list");
  JsonObject meta = meta_of(message.params());
  held_.push_back({std::move(message), std::string(bytes)});
  if (!walk_) {
    walked_again_ = 0;
    begin_walk(std::move(meta), now_ms, 0);
  }
}

void Gate::call(const PassingMessage& message, std::string_view bytes, std::int64_t now_ms) {
  CallDecision decision = decide_call(message.tool(), verdict(), options_.policy, buckets_, now_ms, log_);
  if (decision.forward) return forward(message, bytes);
  refuse(message, decision.reason, std::move(decision.data));
}

void Gate::from_server(std::string_view text, std::string_view bytes, std::int64_t now_ms) {
  const PassingFrame frame = read_passing(text);
  std::string passing;
  std::size_t passed = 0;
  for (const PassingMessage& message : frame.messages) {
    if (!server_message(message, text.size(), now_ms)) continue;
    ++passed;
    if (frame.batch) (passing += passing.empty() ? '[' : ',') += boost::json::serialize(message.whole);
  }
  if (passed == frame.messages.size()) {
    to_client_(bytes);
  } else if (passed > 0) {
    to_client_(passing + "]\n");
  }
}

// Whether it goes on to the client.
bool Gate::server_message(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms) {
  switch (message.kind) {
    case PassingMessage::Kind::kAnswer:
      return server_answer(message, bytes, now_ms);
    case PassingMessage::Kind::kNotification:
      return message.method != "notifications/tools/list_changed" || list_changed(now_ms);
    case PassingMessage::Kind::kRequest:
      return true;
    case PassingMessage::Kind::kBad:
      log_.say_often("frame_refused", {{"from", "server"}, {"reason", message.fault}}, refused_frames_);
      return false;
  }
  return false;
}

bool Gate::server_answer(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms) {
  const std::string id = message.id_text();
  if (walk_ && id == walk_->id) {
    walk_page(message, bytes, now_ms);
    return false;
  }
  const auto found = pending_.find(id);
  if (found == pending_.end()) {
    // Errors without an id are about frames that could not be read; they hold no list.
    if (message.id.is_null() && message.whole.contains("error")) return true;
    log_.say_often("answer_dropped", {{"reason", "nobody asked for it"}}, dropped_);
    return false;
  }
  if (--found->second == 0) pending_.erase(found);
  if (openings_.erase(id) != 0) {
    if (const JsonObject* result = find_object(message.whole, "result")) {
      opening_ = {};
      for (const std::string_view key : {"serverInfo", "instructions", "protocolVersion"}) {
        if (const Json* value = find(*result, key)) opening_.emplace(key, *value);
      }
      stale_ = true;
    }
  }
  return true;
}

bool Gate::list_changed(std::int64_t now_ms) {
  stale_ = true;
  if (walk_) walk_->changed = true;
  const bool passes = change_notes_.take(now_ms) == 0;
  log_.say_often("list_changed", {{"decision", passes ? "forward" : "drop"}}, change_count_);
  return passes;
}

}  // namespace mcpjury
