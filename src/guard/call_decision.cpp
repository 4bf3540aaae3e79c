#include "guard/call_decision.h"

#include <fmt/format.h>

#include "mcp/jsonrpc.h"
#include "mcp/server_frames.h"

namespace mcpjury {
namespace {

std::string letter(char grade) { return std::string(1, grade); }

JsonArray names_json(const std::vector<std::string>& names) {
  JsonArray out;
  for (const std::string& name : names) out.emplace_back(name);
  return out;
}

CallDecision refused(std::string reason, JsonObject data = {}) {
  return {false, std::move(reason), std::move(data)};
}

CallDecision decided(const ToolVerdict& tool, const GuardPolicy& policy, CallBuckets& buckets,
                     std::int64_t now_ms) {
  JsonObject data{{"grade", letter(tool.grade)}, {"action", tool.action}, {"fingerprint", tool.fingerprint}};
  if (tool.decision == Decision::kBlock)
    return refused(fmt::format("blocked: {}", tool.reason), std::move(data));
  if (tool.decision == Decision::kHold) return refused(fmt::format("held: {}", tool.reason), std::move(data));
  if (tool.limited) {
    const auto bucket = buckets.try_emplace(tool.name, policy.calls_a_minute, policy.burst).first;
    if (const std::int64_t wait = bucket->second.take(now_ms); wait > 0)
      return refused("too many calls of a tool of grade B", {{"retry_after_ms", wait}});
  }
  return {true, tool.reason, {}};
}

}  // namespace

std::string refusal_of_all(const SurfaceVerdict* verdict, const GuardPolicy& policy) {
  if (verdict == nullptr) return "the tool list could not be read";
  if (!verdict->drift.empty() && policy.refuse_drift)
    return fmt::format("the server is not the one that was approved: {}; mcpjury verify shows it",
                       verdict->drift);
  if (!verdict->pinned && policy.refuse_unpinned) return "nobody approved this server; mcpjury pin does";
  if (!verdict->complete && policy.incomplete == OnIncomplete::kRefuse)
    return fmt::format("the tools could not all be graded: {}", shown_text(verdict->incomplete));
  return {};
}

CallDecision decide_call(std::string_view name, const SurfaceVerdict* verdict, const GuardPolicy& policy,
                         CallBuckets& buckets, std::int64_t now_ms, GuardLog& log) {
  const ToolVerdict* tool = verdict != nullptr ? verdict->find(name) : nullptr;
  CallDecision decision;
  if (std::string all = refusal_of_all(verdict, policy); !all.empty()) {
    decision = refused(std::move(all));
  } else if (tool == nullptr) {
    decision = refused("the server lists no tool of this name");
  } else {
    decision = decided(*tool, policy, buckets, now_ms);
  }
  JsonObject line{{"tool", shown_name(name)},
                  {"decision", decision.forward ? "forward" : "refuse"},
                  {"reason", decision.reason}};
  if (tool != nullptr) line.emplace("grade", letter(tool->grade));
  log.say("call", std::move(line));
  if (!decision.forward) decision.data["tool"] = shown_name(name);
  return decision;
}

std::string refusal_frame(const Json& id, std::string_view why, JsonObject data) {
  data["by"] = "mcpjury guard";
  return make_error(id, rpc::kServerError, fmt::format("mcpjury guard: {}", why), std::move(data));
}

void log_surface(const SurfaceVerdict& verdict, GuardLog& log) {
  JsonObject line{{"tools", verdict.tools.size()},
                  {"grade", letter(verdict.grade)},
                  {"complete", verdict.complete},
                  {"surface_sha256", verdict.surface_sha256},
                  {"pinned", verdict.pinned}};
  if (!verdict.complete) line.emplace("incomplete", shown_text(verdict.incomplete));
  if (!verdict.drift.empty()) line.emplace("drift", verdict.drift);
  if (!verdict.server_rules.empty()) line.emplace("server_rules", names_json(verdict.server_rules));
  log.say("graded", std::move(line));
  for (const auto& [name, tool] : verdict.tools) {
    log.say("tool", {{"tool", shown_name(name)},
                     {"grade", letter(tool.grade)},
                     {"risk_score", tool.risk},
                     {"action", tool.action},
                     {"decision", name_of(tool.decision)},
                     {"reason", tool.reason},
                     {"rules", names_json(tool.rules)},
                     {"fingerprint", tool.fingerprint}});
  }
}

}  // namespace mcpjury
