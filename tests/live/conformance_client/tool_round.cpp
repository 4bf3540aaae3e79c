#include "tool_round.h"

#include <iostream>

#include "base/escape.h"
#include "mcp/x_mcp_header.h"
#include "param_headers.h"
#include "tool_arguments.h"
#include "tool_call.h"

namespace mcpjury {
namespace {

constexpr int kMaxRounds = 4;

bool wants_input(const Reply& reply) {
  const JsonObject* result = reply.result.if_object();
  return reply.state == Reply::State::kResult && result != nullptr &&
         find_string(*result, "resultType") == "input_required";
}

// What the retry carries besides the original call: answers, and the state exactly as it came, if one came.
JsonObject answers_to(const JsonObject& result) {
  JsonObject responses;
  if (const JsonObject* requests = find_object(result, "inputRequests")) {
    for (const auto& member : *requests) {
      const JsonObject* request = member.value().if_object();
      const JsonObject* params = request != nullptr ? find_object(*request, "params") : nullptr;
      if (params == nullptr || find_string(*request, "method") != "elicitation/create") continue;
      responses[member.key()] = accepted_form(*params);
    }
  }
  JsonObject more{{"inputResponses", std::move(responses)}};
  if (const Json* state = find(result, "requestState")) more["requestState"] = *state;
  return more;
}

void call_to_the_end(Channel& channel, Era era, ToolCall call) {
  Reply reply;
  for (int round = 0; round < kMaxRounds; ++round) {
    reply = call_tool(channel, era, call);
    if (era != Era::kModern || !wants_input(reply)) break;
    call.more = answers_to(reply.result.get_object());
  }
  if (reply.state == Reply::State::kResult) return;
  std::cerr << escape_terminal(call.tool) << ": " << reply.failure << escape_terminal(reply.error.message)
            << "\n";
}

const JsonObject* tool_named(const JsonArray& tools, std::string_view name) {
  for (const Json& item : tools) {
    const JsonObject* tool = item.if_object();
    if (tool != nullptr && find_string(*tool, "name") == name) return tool;
  }
  return nullptr;
}

}  // namespace

void use_tools(Channel& channel, const Conversation& conversation, const SuiteTask& task) {
  const JsonArray* tools = find_array(conversation.definition, "tools");
  if (tools == nullptr) return;
  const Era era = find_string(conversation.protocol, "era") == "modern" ? Era::kModern : Era::kLegacy;
  const auto call = [&](const JsonObject& tool, JsonObject arguments) {
    // Such a tool must not be offered to a model, nor be called.
    if (era == Era::kModern && !x_mcp_header_fault(tool).empty()) return;
    const JsonObject* schema = find_object(tool, "inputSchema");
    std::vector<HttpHeader> headers;
    if (schema != nullptr) headers = param_headers(*schema, arguments);
    call_to_the_end(channel, era,
                    {std::string(find_string(tool, "name")), std::move(arguments), headers, {}});
  };
  for (const WantedCall& wanted : task.calls) {
    if (const JsonObject* tool = tool_named(*tools, wanted.tool)) call(*tool, wanted.arguments);
  }
  if (!task.calls.empty()) return;
  for (const Json& item : *tools) {
    if (const JsonObject* tool = item.if_object()) call(*tool, made_up_arguments(*tool, *tools));
  }
}

}  // namespace mcpjury
