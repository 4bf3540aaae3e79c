// What scan, grade and observe ask of the command line before they begin.
#pragma once

#include <vector>

#include "base/result.h"
#include "cli/decisions.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "report/report.h"
#include "scan/exit_policy.h"
#include "scan/scan.h"

namespace mcpjury {

// Everything scan and grade need besides the targets, checked.
struct Plan {
  ScanOptions scan;
  ExitPolicy policy;
  RenderOptions rendering;
  std::vector<Output> outputs;
  Decisions decisions;
};

Result<Plan> make_plan(const CliOptions& options);

// Something is open that wants closing when the user gives up: a session, a child.
bool is_live(const CliOptions& options);
// "--" and nothing after it; says so.
bool no_command(const CliOptions& options);

}  // namespace mcpjury
