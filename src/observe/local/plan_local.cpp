#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/escape.h"
#include "observe/local/child_environment.h"
#include "observe/local/install_step.h"
#include "observe/local/plan.h"
#include "observe/local/program_lookup.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {
namespace {

std::string current_folder() {
  std::error_code code;
  return std::filesystem::current_path(code).string();
}

bool is_shown(const std::string& path, const std::vector<std::string>& readable) {
  return std::any_of(readable.begin(), readable.end(),
                     [&](const std::string& folder) { return is_inside(path, folder); });
}

// Where the child does not stand in the user's folder, paths from there have to be whole.
void make_paths_whole(std::vector<std::string>& run) {
  for (std::size_t i = 1; i < run.size(); ++i) {
    if (run[i].empty() || run[i][0] == '/' || run[i][0] == '-' || run[i].find('/') == std::string::npos) {
      const bool file =
          !run[i].empty() && run[i][0] != '/' && run[i][0] != '-' && run[i].find('.') != std::string::npos;
      if (!file) continue;
    }
    if (access(run[i].c_str(), F_OK) == 0) run[i] = absolute_path(run[i]);
  }
}

Result<std::vector<std::string>> plan_plain(const Launch& launch) {
  std::vector<std::string> run = launch.arguments;
  const std::string program = find_program(run[0]);
  if (program.empty())
    return Error{ErrorCode::kNotReached,
                 "'" + escape_terminal(clip(run[0], 200)) + "' is no program that can be executed"};
  run[0] = program;
  return run;
}

// Before the package is there only its interpreter is known.
std::vector<std::string> plan_package(const Launch& launch, const Interpreter& interpreter) {
  const std::string folder = std::string(kScratchWord) + "/package";
  const std::string name = launch.binary.empty() ? "the program of " + launch.name : launch.binary;
  std::vector<std::string> run{interpreter.program, folder + "/<" + name + ">"};
  run.insert(run.end(), launch.arguments.begin(), launch.arguments.end());
  return run;
}

}  // namespace

SandboxKind sandbox_named(std::string_view name) {
  for (const SandboxKind kind : {SandboxKind::kBubblewrap, SandboxKind::kLandlock})
    if (name_of(kind) == name) return kind;
  return SandboxKind::kNone;
}

Result<LocalPlan> plan_local(const LocalOptions& options) {
  if (options.no_sandbox) return plan_local(options, SandboxKind::kNone);
  // What is wrong with the command is said first: it needs no sandbox to be seen.
  if (Result<Launch> launch = parse_launch(options.command); !launch) return launch.error();
  const SandboxKind sandbox = best_sandbox();
  if (sandbox == SandboxKind::kNone)
    return Error{ErrorCode::kRefused,
                 "no sandbox: bubblewrap is not installed or may not make namespaces, and this kernel has no "
                 "Landlock; "
                 "install bubblewrap, or run the server unconfined with --dangerously-no-sandbox"};
  return plan_local(options, sandbox);
}

Result<LocalPlan> plan_local(const LocalOptions& options, SandboxKind sandbox) {
  Result<Launch> launch = parse_launch(options.command);
  if (!launch) return launch.error();
  LocalPlan plan;
  plan.sandbox = name_of(sandbox);
  plan.package = launch->label();
  plan.scratch = temporary_place() + "/mcpjury-XXXXXX";
  ReadablePaths paths;
  if (launch->ecosystem == Ecosystem::kNone) {
    Result<std::vector<std::string>> run = plan_plain(*launch);
    if (!run) return run.error();
    plan.run = std::move(*run);
    paths = readable_paths(plan.run);
    if (!is_shown(current_folder(), paths.shown)) make_paths_whole(plan.run);
  } else {
    Result<Interpreter> interpreter = find_interpreter(*launch);
    if (!interpreter) return interpreter.error();
    plan.install = install_command(*launch, *interpreter);
    plan.run = plan_package(*launch, *interpreter);
    paths = readable_paths(plan.run);
  }
  plan.readable = paths.shown;
  for (const auto& [name, value] : child_environment(options.environment, {}))
    plan.environment.push_back(name);
  plan.environment.insert(plan.environment.begin(), {"HOME", "TMPDIR"});
  plan.text = consent_text(plan, options, paths.too_wide);
  return plan;
}

}  // namespace mcpjury
