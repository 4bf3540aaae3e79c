// The tool list of a remote server as the guard reads it, with requests of its own.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>
#include <thread>

#include "guard/remote_serve.h"

namespace mcpjury {

void RemoteServer::read_list(const HttpdRequest& like, const JsonObject& meta, RemoteSession& session,
                             bool anew) {
  const TimePoint until = Loop::now() + std::chrono::milliseconds(options_.gate.limits.list.time_ms);
  // Who comes while a list is being read takes that one.
  const bool joined = session.walking;
  while (session.walking && Loop::now() < until && !loop_.stopped())
    loop_.sleep_until(Loop::now() + std::chrono::milliseconds(5));
  if (session.walking || joined) return;
  if (session.verdict && !session.stale && !anew) return;
  session.walking = true;
  for (int again = 0; again <= options_.gate.limits.list.again; ++again) {
    session.changed = false;
    if (!walk(like, meta, session) || !session.changed) break;
  }
  session.walking = false;
}

// False: it could not be read.
bool RemoteServer::walk(const HttpdRequest& like, const JsonObject& meta, RemoteSession& session) {
  ListWalk pages;
  session.list_error.clear();
  for (bool more = true; more;) {
    if (ask_page(like, meta, session, pages, more)) continue;
    session.verdict.reset();
    session.stale = true;
    log_.say("list", {{"decision", "refuse"}, {"reason", "the server gave no tool list"}});
    return false;
  }
  ListedSurface& listed = pages.listed();
  listed.opening = session.opening;
  // The stack of a fiber is small, and what is judged may be anything.
  std::thread judging(
      [&] { session.verdict = judge_surface(listed, options_.gate.policy, options_.gate.pin, detective_); });
  judging.join();
  session.stale = session.changed;
  session.list_result = std::move(pages.first());
  session.list_result["tools"] = shown_tools(listed.tools, *session.verdict);
  log_surface(*session.verdict, log_);
  return true;
}

bool RemoteServer::ask_page(const HttpdRequest& like, const JsonObject& meta, RemoteSession& session,
                            ListWalk& pages, bool& more) {
  const std::string id = fmt::format("{}-{}", options_.gate.id_prefix, ++asked_);
  JsonObject frame{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/list"}};
  if (JsonObject params = page_params(pages, meta); !params.empty())
    frame.emplace("params", std::move(params));
  HttpRequest request = upstream_.request_like(like, "POST", boost::json::serialize(frame));
  request.limits.total = std::chrono::milliseconds(options_.gate.limits.list.time_ms);
  request.label = "tools/list";
  std::erase_if(request.headers, [](const HttpHeader& header) {
    return header.name == "mcp-name" || header.name == "last-event-id" ||
           header.name.starts_with("mcp-param-");
  });
  for (HttpHeader& header : request.headers) {
    if (header.name == "mcp-method") header.value = "tools/list";
  }
  const auto stream = upstream_.open(std::move(request));
  const std::string wanted = boost::json::serialize(Json(id));
  bool answered = false, good = false;
  each_message(
      *stream, options_.limits.frame_bytes, [&] { return !answered; },
      [&](std::string_view text) {
        for (const PassingMessage& message : read_passing(text).messages) {
          if (message.kind == PassingMessage::Kind::kNotification &&
              message.method == "notifications/tools/list_changed")
            session.changed = true;
          if (message.kind != PassingMessage::Kind::kAnswer || message.id_text() != wanted || answered)
            continue;
          answered = true;
          const JsonObject* result = find_object(message.whole, "result");
          good = result != nullptr && find_array(*result, "tools") != nullptr;
          if (good) more = pages.add(*result, text.size(), options_.gate.limits.list);
          if (const Json* error = find(message.whole, "error"))
            session.list_error = boost::json::serialize(*error);
        }
      });
  return good;
}

}  // namespace mcpjury
