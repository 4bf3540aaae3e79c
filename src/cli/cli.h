// The command line: a thin face over scan, report and the catalogue.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/options.h"

namespace mcpjury {

// The whole program; returns the exit code. Nothing is thrown out of it.
int run_cli(int argc, const char* const* argv);

// The commands. Each returns the exit code and writes its own output.
int scan_command(const CliOptions& options);
int grade_command(const CliOptions& options);
int observe_command(const CliOptions& options);
int rescan_command(const CliOptions& options);
int consensus_command(const CliOptions& options);
int convert_command(const CliOptions& options);
// Nothing when the first file is no scan record.
std::optional<int> grade_records(const CliOptions& options);
int rules_command(const CliOptions& options);
int explain_command(const CliOptions& options);
int methodologies_command(const CliOptions& options);
int pin_command(const CliOptions& options);
int verify_command(const CliOptions& options);
int diff_command(const CliOptions& options);
int history_command(const CliOptions& options);
int feedback_command(const CliOptions& options);
int fleet_command(const CliOptions& options);
int worker_command(const CliOptions& options);
int mcp_command(const CliOptions& options);
int guard_command(const CliOptions& options);
int config_command(const CliOptions& options);
int serve_command(const CliOptions& options);
int completion_command(const CliOptions& options);

// One line on stderr behind the program's name.
void complain(const std::string& message);
int complain(const Error& error);  // returns its exit code
// Writes to stdout and returns `code`, or complains.
int finish_with(const std::string& text, int code);

}  // namespace mcpjury
