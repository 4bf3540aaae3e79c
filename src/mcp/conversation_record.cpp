#include "mcp/conversation_record.h"

#include <string>
#include <utility>

#include "mcp/failure.h"
#include "mcp/jsonrpc.h"
#include "mcp/mailbox.h"
#include "mcp/session.h"
#include "mcp/x_mcp_header.h"

namespace mcpjury {
namespace {

std::string_view era_name(const Opening& opening) {
  if (opening.era == Era::kModern) return opening.legacy_too ? "dual" : "modern";
  return opening.era == Era::kLegacy ? "legacy" : "unknown";
}

JsonArray counts_of(const std::map<std::string, std::uint64_t>& counts) {
  JsonArray out;
  for (const auto& [method, count] : counts) out.push_back(JsonObject{{"method", method}, {"count", count}});
  return out;
}

void add_violations(const ChannelFacts& facts, JsonArray& out) {
  for (const ChannelFacts::Violation& violation : facts.violations) {
    JsonObject entry{{"what", violation.what}};
    if (!violation.method.empty()) entry.emplace("method", violation.method);
    if (!violation.detail.empty()) entry.emplace("detail", violation.detail);
    out.push_back(std::move(entry));
  }
}

JsonObject session_of(const ChannelFacts& facts) {
  JsonObject out = session_quality(facts.session_ids);
  if (facts.wire == "http_sse") {
    out["in_url"] = facts.session_in_url;
  } else if (!facts.session_ids.empty()) {
    out["in_url"] = false;
    out["deleted"] = facts.session_deleted;
  }
  return out;
}

JsonArray strings(const std::vector<std::string>& list) { return JsonArray(list.begin(), list.end()); }

JsonObject protocol_of(Talk& talk, const Learned& learned) {
  const ChannelFacts& facts = talk.channel().facts();
  const Opening& opening = learned.opening;
  JsonObject out{{"era", era_name(opening)}, {"wire", facts.wire}, {"requested_version", opening.requested}};
  if (!opening.answered.empty()) out.emplace("answered_version", opening.answered);
  if (!opening.supported.empty()) out.emplace("supported_versions", strings(opening.supported));
  if (!opening.server_info.is_null()) out.emplace("server_info", opening.server_info);
  if (!opening.capabilities.is_null()) out.emplace("capabilities", opening.capabilities);
  std::vector<std::string> proof = opening.proof;
  if (learned.walks[0].listed) proof.emplace_back("tool_list");
  out.emplace("proof", strings(proof));
  JsonObject lists;
  for (std::size_t i = 0; i < kListKinds.size(); ++i) {
    if (!learned.walks[i].record.empty()) lists.emplace(kListKinds[i].facet, learned.walks[i].record);
  }
  if (!lists.empty()) out.emplace("lists", std::move(lists));
  if (!opening.opened) out.emplace("opening_error", error_to_json(opening.last));
  if (opening.initialized_status != 0) out.emplace("initialized_status", opening.initialized_status);
  if (facts.wire == "stdio") {
    out.emplace("non_json_lines", facts.non_json_lines);
    out.emplace("stderr_bytes", facts.stderr_bytes);
  } else {
    out.emplace("session", session_of(facts));
  }
  out.emplace("notifications", counts_of(facts.notifications));
  out.emplace("unasked_requests", counts_of(facts.unasked_requests));
  JsonArray violations;
  add_violations(facts, violations);
  add_violations(talk.own_facts(), violations);
  out.emplace("violations", std::move(violations));
  if (!learned.samples.empty()) out.emplace("resource_samples", learned.samples);
  out.emplace("duration_ms", learned.duration_ms);
  return out;
}

JsonObject definition_of(Learned& learned) {
  const Opening& opening = learned.opening;
  JsonObject out, origin;
  // The pointers lead into the evidence record, the only document a live server leaves behind.
  const auto put = [&](std::string_view name, Json value) {
    out[name] = std::move(value);
    origin[name] = "/facets/definition/data/" + std::string(name);
  };
  out["handshake"] = opening.opened;
  if (!opening.server_info.is_null()) put("server", opening.server_info);
  if (!opening.answered.empty()) out["protocol_version"] = opening.answered;
  if (!opening.instructions.is_null()) put("instructions", opening.instructions);
  bool truncated = false;
  for (std::size_t i = 0; i < kListKinds.size(); ++i) {
    Walk& walk = learned.walks[i];
    if (!walk.listed) continue;
    put(kListKinds[i].facet, std::move(walk.items));
    truncated = truncated || !walk.complete;
  }
  if (truncated) out["truncated"] = true;
  if (learned.walks[0].failed) out["tools_error"] = error_to_json(learned.walks[0].trouble);
  if (!origin.empty()) out["origin"] = std::move(origin);
  return out;
}

void record_failure(const Learned& learned, Conversation& out) {
  const auto take = [&](const Reply& reply) {
    if (!out.failure.empty()) return;
    out.failure = reply.failure;
    out.failure_detail = reply.detail;
  };
  out.failure.clear();
  out.failure_detail.clear();
  const Reply& last = learned.opening.last;
  if (!learned.opening.opened && !learned.walks[0].listed) {
    if (last.state == Reply::State::kError) {
      out.failure = last.http_status >= 400 ? "http_" + std::to_string(last.http_status) : failure::kRpcError;
      out.failure_detail = shown_text(std::to_string(last.error.code) + " " + last.error.message);
    } else {
      take(last);
    }
  }
  for (const Walk& walk : learned.walks) {
    if (walk.failed) take(walk.trouble);
  }
}

void record_limits(const Learned& learned, const ClientOptions& options, const ChannelFacts& facts,
                   Conversation& out) {
  out.limits.clear();
  const auto add = [&](std::string_view what, std::uint64_t limit) {
    for (const auto& known : out.limits) {
      if (known.first == what) return;
    }
    out.limits.emplace_back(what, limit);
  };
  for (const Walk& walk : learned.walks) {
    if (walk.cap == "pages") add("pages", static_cast<std::uint64_t>(options.pages));
    if (walk.cap == "items") add("items", options.items);
    if (walk.cap == "cursor loop") add("cursor_loop", 1);
  }
  const std::size_t message = facts.wire == "stdio" ? options.message_bytes * 10 : options.message_bytes;
  if (out.failure == failure::kTooLarge) add("message_bytes", message);
  if (out.failure == failure::kSseLine) add("sse_line", message);
  if (out.failure == failure::kSseEvent) add("sse_event", message);
  if (out.failure == failure::kFlood) add("unexpected_messages", Mailbox::kMaxForeign);
  if (out.failure == failure::kJsonLimit) add("json_depth", options.json_depth);
}

}  // namespace

void record_conversation(Talk& talk, const Learned& learned, const ClientOptions& options,
                         Conversation& out) {
  const ChannelFacts& facts = talk.channel().facts();
  out.protocol = protocol_of(talk, learned);
  out.handshake = learned.opening.opened;
  out.tools_listed = learned.walks[0].listed;
  out.tools_complete = learned.walks[0].complete;
  out.answered = out.answered || facts.messages > 0;
  out.session_ids = facts.session_ids;
  out.session_in_url = facts.session_in_url;
  if (!facts.sse_endpoint.empty()) out.sse_endpoint = {facts.sse_endpoint, facts.sse_same_origin};
  record_failure(learned, out);
  record_limits(learned, options, facts, out);
}

void record_definition(Learned& learned, Conversation& out) { out.definition = definition_of(learned); }

void note_header_faults(Talk& talk, const JsonArray& tools) {
  for (const Json& entry : tools) {
    const JsonObject* tool = entry.if_object();
    if (tool == nullptr) continue;
    const std::string fault = x_mcp_header_fault(*tool);
    if (fault.empty()) continue;
    talk.violation("invalid_x_mcp_header", Method::kListTools,
                   shown_text(find_string(*tool, "name"), 128) + ": " + fault);
  }
}

}  // namespace mcpjury
