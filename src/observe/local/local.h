// Looks at a server that runs as a child on stdio, inside a sandbox.
//
// Called from a fiber of the loop. Nothing is started before the plan was shown and agreed to: plan_local()
// says what would happen, observe_local() does it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "model/evidence.h"
#include "net/loop.h"

namespace mcpjury {

struct LocalOptions {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;  // what the user passes on; values are secret
  bool no_sandbox = false;                                       // --dangerously-no-sandbox
  bool yes = false;
  Milliseconds total{90'000};
  std::string observed_at;
  Limits limits;
  std::string client_version;
};

// What will be done, in words for the consent text and in members for the evidence.
struct LocalPlan {
  std::string sandbox;                   // "bubblewrap+seccomp", "landlock+seccomp", "none"
  std::vector<std::string> install;      // the fetch step before the run (npm/pip/uv), empty when none
  std::vector<std::string> run;          // what is executed inside
  std::vector<std::string> readable;     // paths shown to the child
  std::string scratch;                   // home and temp of the child
  std::string package;                   // "npm:name@version" when the command names one
  std::vector<std::string> environment;  // names only
  std::string text;                      // the consent text, several lines
};
Result<LocalPlan> plan_local(const LocalOptions& options);

struct LocalOutcome {
  Evidence evidence;
  std::string ended;  // as RemoteOutcome
  bool anything_to_grade = false;
  std::string message;
};
LocalOutcome observe_local(Loop& loop, const LocalPlan& plan, const LocalOptions& options);

}  // namespace mcpjury
