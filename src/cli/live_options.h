// The options of a live look, from the command line and the environment. Secrets come from environment
// variables only: a command line is seen by every process of the machine.
#pragma once

#include "base/result.h"
#include "cli/options.h"
#include "scan/live.h"

namespace mcpjury {

// kUsage when a header cannot be read, a variable is not set, or a secret stands on the command line.
Result<LiveOptions> make_live_options(const CliOptions& options);

// Shows the plan of a local server on stderr and asks on the terminal. False without a terminal.
bool ask_consent(const LocalPlan& plan);

// Ctrl-C ends the looks in progress instead of the program, so that sessions are closed and children ended.
void stop_on_signals();

}  // namespace mcpjury
