// The tool list as the guard reads it: page by page, graded whole, then given to those who wait.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "guard/gate.h"
#include "mcp/jsonrpc.h"
#include "mcp/server_frames.h"

namespace mcpjury {

void Gate::begin_walk(JsonObject meta, std::int64_t now_ms, int again) {
  walked_again_ = again;
  walk_.emplace();
  walk_->meta = std::move(meta);
  walk_->until_ms = now_ms + options_.limits.list_ms;
  ask_page({});
}

void Gate::ask_page(std::string_view cursor) {
  const std::string id = fmt::format("{}-{}", options_.id_prefix, ++walks_);
  walk_->id = boost::json::serialize(Json(id));
  JsonObject params;
  if (walk_->pages > 0) params.emplace("cursor", cursor);
  if (!walk_->meta.empty()) params.emplace("_meta", walk_->meta);
  JsonObject frame{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/list"}};
  if (!params.empty()) frame.emplace("params", std::move(params));
  send(boost::json::serialize(frame), to_server_);
}

void Gate::walk_page(const PassingMessage& message, std::size_t bytes, std::int64_t now_ms) {
  const GateLimits& limits = options_.limits;
  Walk& walk = *walk_;
  const JsonObject* result = find_object(message.whole, "result");
  const JsonArray* tools = result != nullptr ? find_array(*result, "tools") : nullptr;
  if (tools == nullptr) return fail_walk("the server gave no tool list", find(message.whole, "error"));
  ++walk.pages;
  walk.bytes += bytes;
  if (walk.pages == 1) {
    walk.first = *result;
    walk.first.erase("tools");
    walk.first.erase("nextCursor");
  }
  const auto cut = [&](const char* why) {
    walk.listed.complete = false;
    walk.listed.incomplete = why;
    end_walk(now_ms);
  };
  for (const Json& tool : *tools) {
    if (walk.listed.tools.size() == limits.tools) return cut("more tools than are read");
    walk.listed.tools.push_back(tool);
  }
  // An empty cursor is one: only its absence ends the list.
  const Json* cursor = find(*result, "nextCursor");
  if (cursor == nullptr || cursor->is_null()) return end_walk(now_ms);
  if (!cursor->is_string()) return cut("a cursor that is no text");
  const std::string next(view(cursor->get_string()));
  if (!walk.cursors.insert(next).second) return cut("the pages go in a circle");
  if (walk.pages >= limits.pages || walk.bytes > limits.list_bytes) return cut("more pages than are read");
  ask_page(next);
}

void Gate::end_walk(std::int64_t now_ms) {
  Walk walk = std::move(*walk_);
  walk_.reset();
  if (walk.changed && walked_again_ < options_.limits.walks_again)
    return begin_walk(std::move(walk.meta), now_ms, walked_again_ + 1);
  walk.listed.opening = opening_;
  verdict_ = judge_surface(walk.listed, options_.policy, options_.pin, detective_);
  stale_ = walk.changed;
  list_result_ = std::move(walk.first);
  list_result_["tools"] = shown_tools(walk.listed.tools, *verdict_);
  log_surface(*verdict_);
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
  if (const std::string all = refusal_of_all(); !all.empty()) {
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

void Gate::log_surface(const SurfaceVerdict& verdict) {
  JsonObject line{{"tools", verdict.tools.size()},
                  {"grade", std::string(1, verdict.grade)},
                  {"complete", verdict.complete},
                  {"surface_sha256", verdict.surface_sha256},
                  {"pinned", verdict.pinned}};
  if (!verdict.complete) line.emplace("incomplete", shown_text(verdict.incomplete));
  if (!verdict.drift.empty()) line.emplace("drift", verdict.drift);
  log_.say("graded", std::move(line));
  for (const auto& [name, tool] : verdict.tools) {
    JsonArray rules;
    for (const std::string& rule : tool.rules) rules.emplace_back(rule);
    log_.say("tool", {{"tool", shown_name(name)},
                      {"grade", std::string(1, tool.grade)},
                      {"risk_score", tool.risk},
                      {"action", tool.action},
                      {"decision", name_of(tool.decision)},
                      {"reason", tool.reason},
                      {"rules", std::move(rules)},
                      {"fingerprint", tool.fingerprint}});
  }
}

}  // namespace mcpjury
