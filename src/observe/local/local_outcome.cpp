#include "observe/local/local_outcome.h"

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "mcp/failure.h"
#include "observe/local/plan.h"

namespace mcpjury {
namespace {

struct Family {
  std::string_view failure, ended;
};
constexpr Family kFamilies[] = {
    {failure::kResponseTimeout, "timeout:mcp-response-and-child-reaped"},
    {failure::kNoReply, "timeout:mcp-response-and-child-reaped"},
    {failure::kExited, "protocol-error:exited"},
    {failure::kNotStarted, "unreachable:not-started"},
    {failure::kNotJson, "protocol-error:stdio"},
    {failure::kBadFrame, "protocol-error:jsonrpc"},
    {failure::kWrongId, "protocol-error:jsonrpc"},
    {failure::kBadResult, "protocol-error:jsonrpc"},
    {failure::kRpcError, "protocol-error:jsonrpc"},
    {failure::kJsonLimit, "limit:json-depth"},
    {failure::kTooLarge, "limit:message-bytes"},
    {failure::kFlood, "limit:unexpected-messages"},
};

std::string dashed(std::string text) {
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

Target target_of(const LocalOptions& options) {
  Target target;
  target.kind = TargetKind::kLocal;
  target.display = shown_command(options.command, options);
  const Result<Launch> launch = parse_launch(options.command);
  target.id = launch && !launch->key().empty() ? launch->key() : target.display;
  return target;
}

Evidence new_evidence(const LocalOptions& options) {
  Evidence evidence;
  evidence.target = target_of(options);
  evidence.observed_at = options.observed_at;
  for (const Facet which : {Facet::kTransport, Facet::kTls, Facet::kAuth}) {
    evidence.facet(which).state = FacetState::kAbsent;
    evidence.facet(which).reason = "a local server on stdio has none";
  }
  return evidence;
}

std::string_view in_words(std::string_view ended) {
  if (ended.starts_with("timeout:")) return "the server did not answer in time";
  if (ended == "protocol-error:exited") return "the server ended before it answered";
  if (ended.starts_with("protocol-error:")) return "the server does not speak MCP on its standard output";
  if (ended.starts_with("limit:")) return "the server was stopped at a limit";
  if (ended.starts_with("unreachable:")) return "the server could not be started";
  return "the server was looked at, but";
}

std::string message_for(const std::string& ended, const Conversation& conversation, const ChildFacts& child) {
  if (ended == "ok") return {};
  std::string text = std::string(in_words(ended)) + " [" + ended + "]";
  if (!conversation.failure_detail.empty())
    text += ": " + escape_terminal(clip(conversation.failure_detail, 300));
  if (child.exit_status) text += "; exit status " + std::to_string(*child.exit_status);
  if (child.signal) text += "; signal " + std::to_string(*child.signal);
  return text;
}

std::string last_line(std::string_view tail) {
  while (!tail.empty() && (tail.back() == '\n' || tail.back() == ' ')) tail.remove_suffix(1);
  const std::size_t begin = tail.rfind('\n');
  return std::string(begin == std::string_view::npos ? tail : tail.substr(begin + 1));
}

void set_facets(Evidence& evidence, Conversation& conversation, JsonObject process,
                const std::string& ended) {
  FacetRecord& protocol = evidence.facet(Facet::kProtocol);
  protocol.state = FacetState::kSeen;
  conversation.protocol["process"] = std::move(process);
  protocol.data = std::move(conversation.protocol);
  FacetRecord& definition = evidence.facet(Facet::kDefinition);
  if (conversation.handshake || conversation.tools_listed) {
    definition.state = FacetState::kSeen;
    // A list that was cut must not be taken for the whole.
    if (conversation.tools_listed && !conversation.tools_complete)
      conversation.definition["truncated"] = true;
    definition.data = std::move(conversation.definition);
  } else {
    definition.state = FacetState::kCouldNotSee;
  }
  if (!conversation.failure.empty()) {
    definition.reason = ended;
    protocol.reason = ended;
  }
}

}  // namespace

std::string ended_as(const Conversation& conversation, const ChildFacts& child) {
  if (!child.limit.empty()) return "limit:" + dashed(child.limit);
  const bool failed = !conversation.failure.empty();
  if (failed && child.timed_out) return "timeout:total-and-child-reaped";
  if (failed) {
    for (const Family& family : kFamilies)
      if (family.failure == conversation.failure) return std::string(family.ended);
    return "protocol-error:" + dashed(conversation.failure);
  }
  if (!conversation.limits.empty()) return "limit:" + dashed(conversation.limits.front().first);
  if (child.end == ChildEnd::kSigkill) return "killed-after-grace";
  if (child.helpers != 0) return "whole-process-group-reaped";
  return "ok";
}

LocalOutcome local_outcome(Conversation conversation, const RunRecord& record, const LocalPlan& plan,
                           const LocalOptions& options) {
  LocalOutcome outcome;
  outcome.evidence = new_evidence(options);
  outcome.ended = ended_as(conversation, record.child);
  // The sandbox's own fault must not stand as the server's.
  if (!conversation.answered && record.child.stderr_tail.rfind("bwrap: ", 0) == 0 &&
      record.child.exit_status == 1)
    outcome.ended = "error:sandbox";
  outcome.anything_to_grade = conversation.handshake || conversation.tools_listed;
  outcome.message = message_for(outcome.ended, conversation, record.child);
  JsonObject process = process_record(record, plan, options);
  const bool unclear = !outcome.anything_to_grade && !record.child.stderr_tail.empty();
  if (unclear) {
    const std::string tail = shown_text(record.child.stderr_tail, options);
    outcome.message += "; last line of its standard error: " + escape_terminal(clip(last_line(tail), 300));
  }
  for (const auto& [what, limit] : conversation.limits) outcome.evidence.limits.push_back({what, "", limit});
  if (!record.child.limit.empty()) {
    const ChildLimits limits;
    const bool errors = record.child.limit == "stderr_bytes";
    outcome.evidence.limits.push_back(
        {record.child.limit, "", errors ? limits.stderr_bytes : limits.stdout_bytes});
  }
  set_facets(outcome.evidence, conversation, std::move(process), outcome.ended);
  hide_passed_values(outcome.evidence.facet(Facet::kProtocol).data, options);
  hide_passed_values(outcome.evidence.facet(Facet::kDefinition).data, options);
  return outcome;
}

LocalOutcome failed_outcome(std::string ended, const std::string& message, const RunRecord& record,
                            const LocalPlan& plan, const LocalOptions& options) {
  LocalOutcome outcome;
  outcome.evidence = new_evidence(options);
  outcome.ended = std::move(ended);
  outcome.message = escape_terminal(shown_text(message, options));
  FacetRecord& protocol = outcome.evidence.facet(Facet::kProtocol);
  protocol.state = FacetState::kSeen;
  protocol.reason = outcome.ended;
  protocol.data = JsonObject{{"wire", "stdio"}, {"process", process_record(record, plan, options)}};
  FacetRecord& definition = outcome.evidence.facet(Facet::kDefinition);
  definition.state = FacetState::kCouldNotSee;
  definition.reason = outcome.ended;
  return outcome;
}

}  // namespace mcpjury
