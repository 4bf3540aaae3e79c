// Calling the tools of a server once each, with the further rounds some of them ask for.
#pragma once

#include "mcp/client.h"
#include "suite_task.h"

namespace mcpjury {

// Called from a fiber, with the channel still open. What fails is told on standard error; the suite judges.
void use_tools(Channel& channel, const Conversation& conversation, const SuiteTask& task);

}  // namespace mcpjury
