// How reports are shown and where they go, for every command that writes them.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "report/report.h"
#include "scan/exit_policy.h"

namespace mcpjury {

// Empty for "all". Unknown names are errors.
Result<std::vector<std::string_view>> parse_methodologies(std::string_view text);
// Of --methodology, -v, -q and the terminal.
Result<RenderOptions> make_rendering(const CliOptions& options);
// Formats that tell what fails follow the same conditions as the exit code.
void show_failing(RenderOptions& rendering, const FailOn& fail_on);

// Returns `code`, or a worse one when something could not be written.
int write_reports(const std::vector<Output>& outputs, const RenderOptions& rendering,
                  const CliOptions& options, const Reports& reports, int code);

}  // namespace mcpjury
