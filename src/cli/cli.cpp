#include "cli/cli.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>

#include "base/escape.h"
#include "cli/command_line.h"
#include "cli/db_command.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/settings_choice.h"

namespace mcpjury {
namespace {

extern "C" void on_interrupt(int) {
  remove_pending_file();
  ::_exit(130);
}

void set_signals() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  // A reader that went away shows as EPIPE where it is written.
  action.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &action, nullptr);
}

// The commands that follow mcpjury.yaml.
constexpr std::array kConfigured = {Command::kScan,   Command::kObserve, Command::kGrade,  Command::kRescan,
                                    Command::kPin,    Command::kVerify,  Command::kConfig, Command::kFleet,
                                    Command::kWorker, Command::kServe};

int run(const CliOptions& options) {
  switch (options.command) {
    case Command::kScan:
      return scan_command(options);
    case Command::kObserve:
      return observe_command(options);
    case Command::kGrade:
      return grade_command(options);
    case Command::kRescan:
      return rescan_command(options);
    case Command::kConvert:
      return convert_command(options);
    case Command::kConsensus:
      return consensus_command(options);
    case Command::kRules:
      return rules_command(options);
    case Command::kExplain:
      return explain_command(options);
    case Command::kMethodologies:
      return methodologies_command(options);
    case Command::kPin:
      return pin_command(options);
    case Command::kVerify:
      return verify_command(options);
    case Command::kDiff:
      return diff_command(options);
    case Command::kDb:
      return db_command(options);
    case Command::kHistory:
      return history_command(options);
    case Command::kFeedback:
      return feedback_command(options);
    case Command::kMcp:
      return mcp_command(options);
    case Command::kCompletion:
      return completion_command(options);
    case Command::kGuard:
      return guard_command(options);
    case Command::kConfig:
      return config_command(options);
    case Command::kServe:
      return serve_command(options);
    case Command::kFleet:
      return fleet_command(options);
    case Command::kWorker:
      return worker_command(options);
    case Command::kNone:
      break;
  }
  complain("nothing to do; see mcpjury --help");
  return 2;
}

}  // namespace

void complain(const std::string& message) {
  hide_progress();
  const std::string line = "mcpjury: " + message + "\n";
  // Nothing can be done when even stderr is gone.
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, line.data(), line.size());
}

int complain(const Error& error) {
  complain(error.message);
  return exit_code_of(error.code);
}

int finish_with(const std::string& text, int code) {
  if (auto written = write_stdout(text); !written) return complain(written.error());
  return code;
}

int run_cli(int argc, const char* const* argv) {
  set_signals();
  try {
    CommandLine line = parse_command_line(argc, argv);
    if (!line.exit_now) {
      if (std::find(kConfigured.begin(), kConfigured.end(), line.options.command) != kConfigured.end()) {
        if (auto applied = apply_settings(line.options); !applied) return complain(applied.error());
      }
      return run(line.options);
    }
    if (!line.err.empty()) complain(line.err);
    return finish_with(line.out, *line.exit_now);
  } catch (const std::bad_alloc&) {
    complain("out of memory; this is a fault of the program, please report it");
  } catch (const std::exception& error) {
    complain("internal error: " + escape_terminal(error.what()) + "; please report it");
  } catch (...) {
    complain("internal error; please report it");
  }
  return 70;
}

}  // namespace mcpjury
