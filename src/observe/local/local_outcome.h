// From a conversation and what the child did to evidence, and to how the look ended.
//
// Pure.
#pragma once

#include <string>

#include "mcp/client.h"
#include "observe/local/child_process.h"
#include "observe/local/local.h"

namespace mcpjury {

// What happened outside of the conversation.
struct RunRecord {
  ChildFacts child;
  std::string scratch;           // its name is replaced everywhere
  std::vector<std::string> run;  // what was executed in the end
  std::vector<std::string> readable;
  std::string package;  // with the version that was fetched
};

LocalOutcome local_outcome(Conversation conversation, const RunRecord& record, const LocalPlan& plan,
                           const LocalOptions& options);
// When there was no conversation: the fetch failed, the sandbox could not be made.
LocalOutcome failed_outcome(std::string ended, const std::string& message, const RunRecord& record,
                            const LocalPlan& plan, const LocalOptions& options);

// "ok", "timeout:mcp-response-and-child-reaped", "limit:stderr-bytes", "protocol-error:exited", …
std::string ended_as(const Conversation& conversation, const ChildFacts& child);

// The member `process` of the protocol facet.
JsonObject process_record(const RunRecord& record, const LocalPlan& plan, const LocalOptions& options);

// Every string in the value without the values that were passed on to the server.
void hide_passed_values(Json& value, const LocalOptions& options);

}  // namespace mcpjury
