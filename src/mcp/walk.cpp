#include "mcp/walk.h"

#include <set>
#include <utility>

#include "mcp/failure.h"
#include "mcp/jsonrpc.h"

namespace mcpjury {
namespace {

// Longer cursors would be sent back again and again; nobody needs them.
constexpr std::size_t kMaxCursor = 8192;
constexpr std::int64_t kUnknownMethod = -32601;

void note_cache_hints(Talk& talk, const ListKind& kind, const JsonObject& result, JsonObject& record) {
  const Json* ttl = find(result, "ttlMs");
  if (ttl != nullptr && ttl->is_int64() && ttl->get_int64() >= 0) record["ttl_ms"] = ttl->get_int64();
  if (const std::string_view scope = find_string(result, "cacheScope"); !scope.empty()) {
    record["cache_scope"] = shown_text(scope, 64);
  }
  if (talk.era() == Era::kModern && (ttl == nullptr || find(result, "cacheScope") == nullptr)) {
    talk.violation("missing_cache_hints", kind.method);
  }
}

enum class Next : std::uint8_t { kEnd, kFollow, kCannot };

Next next_cursor(Talk& talk, const ListKind& kind, const JsonObject& result, std::string& cursor) {
  const Json* value = find(result, "nextCursor");
  if (value == nullptr || value->is_null()) return Next::kEnd;
  if (!value->is_string() || value->get_string().size() > kMaxCursor) {
    talk.violation("bad_cursor", kind.method);
    return Next::kCannot;
  }
  cursor = std::string(view(value->get_string()));
  return Next::kFollow;
}

void finish(Walk& walk, bool announced) {
  const bool missing =
      walk.failed && walk.trouble.state == Reply::State::kError && walk.trouble.error.code == kUnknownMethod;
  std::string_view state = "error";
  if (walk.complete) {
    state = "ok";
  } else if (walk.listed) {
    state = "partial";
  } else if (missing) {
    state = "not_supported";
  }
  JsonObject& record = walk.record;
  record["state"] = state;
  record["announced"] = announced;
  record["pages"] = walk.pages;
  record["items"] = walk.items.size();
  record["bytes"] = walk.bytes;
  record["cap_hit"] = !walk.cap.empty();
  if (!walk.cap.empty()) record["cap_reason"] = walk.cap;
  if (walk.failed) record["error"] = error_to_json(walk.trouble);
  record["duration_ms"] = walk.duration_ms;
}

}  // namespace

bool usable_result(Talk& talk, Method method, const Reply& reply) {
  if (reply.state != Reply::State::kResult) return false;
  const JsonObject* result = reply.result.if_object();
  if (result == nullptr) {
    talk.violation("result_not_an_object", method);
    return false;
  }
  if (talk.era() != Era::kModern) return true;
  const Json* type = find(*result, "resultType");
  if (type == nullptr || (type->is_string() && type->get_string() == "complete")) return true;
  talk.violation("result_type", method, type->is_string() ? view(type->get_string()) : "not a string");
  return false;
}

Walk list_not_asked(bool announced) {
  Walk walk;
  walk.record = {{"state", "not_asked"}, {"announced", announced}};
  return walk;
}

Walk walk_list(Talk& talk, const ListKind& kind, bool announced) {
  const ClientOptions& options = talk.options();
  Walk walk;
  walk.asked = true;
  std::set<std::string> seen;
  std::string cursor;
  Next next = Next::kEnd;
  do {
    JsonObject params;
    if (next == Next::kFollow) params.emplace("cursor", cursor);
    Reply reply = talk.ask(kind.method, std::move(params));
    walk.bytes += reply.bytes;
    walk.duration_ms += reply.duration_ms;
    Json* list = nullptr;
    if (usable_result(talk, kind.method, reply)) {
      list = reply.result.get_object().if_contains(kind.member);
      if (list != nullptr && !list->is_array()) list = nullptr;
      if (list == nullptr) talk.violation("list_not_an_array", kind.method);
    }
    if (list == nullptr) {
      if (reply.state == Reply::State::kResult) {
        reply.state = Reply::State::kNone;
        reply.failure = failure::kBadResult;
      }
      walk.trouble = std::move(reply);
      walk.failed = true;
      break;
    }
    ++walk.pages;
    walk.listed = true;
    const JsonObject& result = reply.result.get_object();
    note_cache_hints(talk, kind, result, walk.record);
    next = next_cursor(talk, kind, result, cursor);
    for (Json& item : list->get_array()) {
      if (walk.items.size() == options.items) {
        walk.cap = "items";
        break;
      }
      walk.items.push_back(std::move(item));
    }
    if (!walk.cap.empty() || next == Next::kCannot) break;
    if (next == Next::kEnd) {
      walk.complete = true;
    } else if (!seen.insert(cursor).second) {
      walk.cap = "cursor loop";
    } else if (walk.items.size() == options.items) {
      walk.cap = "items";
    } else if (walk.pages >= options.pages) {
      walk.cap = "pages";
    }
  } while (!walk.complete && walk.cap.empty());
  finish(walk, announced);
  return walk;
}

}  // namespace mcpjury
