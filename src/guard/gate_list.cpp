// The tool list as the guard reads it: page by page, graded whole, then given to those who wait.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "guard/gate.h"
#include "mcp/jsonrpc.h"
#include "mcp/server_frames.h"

namespace mcpjury {

void Gate::begin_walk(JsonObject meta, std::int64_t now_ms, int again) {
  walked_again_ = again;
  walk_ = Walk{};
  walk_->meta = std::move(meta);
  walk_->until_ms = now_ms + options_.limits.list.time_ms;
  ask_page();
}

void Gate::ask_page() {
  const std::string id = fmt::format("{}-{}", options_.id_prefix, ++walks_);
  walk_->id = boost::json::serialize(Json(id));
  JsonObject params = page_params(walk_->pages, walk_->meta);
  JsonObject frame{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/list"}};
  if (!params.empty()) frame.emplace("params", std::move(params));
  send(boost::json::serialize(frame), to_server_);
}

void Gate::walk_page(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms) {
  const JsonObject* result = find_object(message.whole, "result");
  if (result == nullptr || find_array(*result, "tools") == nullptr)
    return fail_walk("the server gave no tool list", find(message.whole, "error"));
  if (walk_->pages.add(*result, bytes, options_.limits.list)) return ask_page();
  end_walk(now_ms);
}

void Gate::end_walk(std::int64_t now_ms) {
  Walk walk = std::move(*walk_);
  walk_.reset();
  if (walk.changed && walked_again_ < options_.limits.list.again)
    return begin_walk(std::move(walk.meta), now_ms, walked_again_ + 1);
  ListedSurface& listed = walk.pages.listed();
  listed.opening = opening_;
  verdict_ = judge_surface(listed, options_.policy, options_.pin, detective_);
  stale_ = walk.changed;
  list_result_ = std::move(walk.pages.first());
  list_result_["tools"] = shown_tools(listed.tools, *verdict_);
  log_surface(*verdict_, log_);
  std::deque<Held> waiting = std::move(held_);
  held_.clear();
  for (const Held& held : waiting) {
    if (held.message.method == "tools/list") {
      answer_list(held);
    } else {
      call(held.message, held.bytes, now_ms);
    }
  }
}

void Gate::answer_list(const Held& held) {
  if (const std::string all = refusal_of_all(verdict(), options_.policy); !all.empty()) {
    log_.say("list", {{"decision", "refuse"}, {"reason", all}});
    return refuse(held.message, all);
  }
  send(make_result(held.message.id, list_result_), to_client_);
}

void Gate::fail_walk(const std::string& why, const Json* error) {
  walk_.reset();
  verdict_.reset();
  stale_ = true;
  log_.say("list", {{"decision", "refuse"}, {"reason", why}});
  std::deque<Held> waiting = std::move(held_);
  held_.clear();
  for (const Held& held : waiting) {
    // What the server says to the client who asked for the list is the client's to read.
    if (held.message.method == "tools/list" && error != nullptr && error->is_object()) {
      send(boost::json::serialize(JsonObject{{"jsonrpc", "2.0"}, {"id", held.message.id}, {"error", *error}}),
           to_client_);
    } else {
      refuse(held.message, why);
    }
  }
}

void Gate::tick(std::int64_t now_ms) {
  if (walk_ && now_ms > walk_->until_ms) fail_walk("the server did not give its tool list in time", nullptr);
}

void Gate::server_gone() {
  if (walk_ || !held_.empty()) fail_walk("the server ended", nullptr);
}

}  // namespace mcpjury
