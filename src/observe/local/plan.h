// The parts of plan_local(), for observe_local() and for tests that choose the sandbox themselves.
#pragma once

#include "observe/local/launch_plan.h"
#include "observe/local/local.h"
#include "observe/local/readable_paths.h"
#include "observe/local/sandbox.h"

namespace mcpjury {

Result<LocalPlan> plan_local(const LocalOptions& options, SandboxKind sandbox);

SandboxKind sandbox_named(std::string_view name);

// The command as it may be stored and shown: secrets and the values that were passed on are replaced.
std::string shown_command(const std::vector<std::string>& words, const LocalOptions& options);
// The same for any text of the server.
std::string shown_text(std::string_view text, const LocalOptions& options);

std::string consent_text(const LocalPlan& plan, const LocalOptions& options,
                         const std::vector<std::string>& too_wide);

}  // namespace mcpjury
