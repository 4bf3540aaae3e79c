#include "guard/remote_session.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

namespace mcpjury {

void RemoteSession::asked(const PassingMessage& message) {
  const std::string id = message.id_text();
  ++pending[id];
  if (message.method == "initialize" || message.method == "server/discover") openings[id] = true;
}

void RemoteSession::not_answered(const PassingFrame& frame) {
  for (const PassingMessage& message : frame.messages) {
    if (message.kind != PassingMessage::Kind::kRequest) continue;
    pending.erase(message.id_text());
    openings.erase(message.id_text());
  }
}

void RemoteSession::cancelled(const PassingMessage& message) {
  const JsonObject* params = message.params();
  const Json* id = params != nullptr ? find(*params, "requestId") : nullptr;
  if (id != nullptr) pending.erase(boost::json::serialize(*id));
}

bool RemoteSession::passes(const PassingMessage& message, std::int64_t now_ms, GuardLog& log) {
  switch (message.kind) {
    case PassingMessage::Kind::kAnswer:
      return answer_passes(message, log);
    case PassingMessage::Kind::kRequest:
      return true;
    case PassingMessage::Kind::kBad:
      log.say_often("frame_refused", {{"from", "server"}, {"reason", message.fault}}, refused_frames);
      return false;
    case PassingMessage::Kind::kNotification:
      break;
  }
  if (message.method != "notifications/tools/list_changed") return true;
  stale = changed = true;
  const bool note = change_notes.take(now_ms) == 0;
  log.say_often("list_changed", {{"decision", note ? "forward" : "drop"}}, changes);
  return note;
}

bool RemoteSession::answer_passes(const PassingMessage& message, GuardLog& log) {
  const std::string id = message.id_text();
  const auto found = pending.find(id);
  if (found == pending.end()) {
    // Errors without an id are about frames that could not be read; they hold no list.
    if (message.id.is_null() && message.whole.contains("error")) return true;
    log.say_often("answer_dropped", {{"reason", "nobody asked for it"}}, dropped);
    return false;
  }
  if (--found->second == 0) pending.erase(found);
  if (openings.erase(id) == 0) return true;
  if (const JsonObject* result = find_object(message.whole, "result")) {
    opening = {};
    for (const std::string_view key : {"serverInfo", "instructions", "protocolVersion"}) {
      if (const Json* value = find(*result, key)) opening.emplace(key, *value);
    }
    stale = true;
  }
  return true;
}

std::shared_ptr<RemoteSession> RemoteSessions::at(const std::string& key) {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
  } else {
    entries_.push_front({key, std::make_shared<RemoteSession>()});
    if (entries_.size() > most_) entries_.pop_back();
  }
  return entries_.front().session;
}

void RemoteSessions::put(const std::string& key, std::shared_ptr<RemoteSession> session) {
  forget(key);
  entries_.push_front({key, std::move(session)});
  if (entries_.size() > most_) entries_.pop_back();
}

void RemoteSessions::forget(const std::string& key) {
  entries_.remove_if([&](const Entry& entry) { return entry.key == key; });
}

}  // namespace mcpjury
