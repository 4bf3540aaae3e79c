#include <algorithm>
#include <filesystem>

#include "observe/local/child_environment.h"
#include "observe/local/install_step.h"
#include "observe/local/local_outcome.h"
#include "observe/local/package_program.h"
#include "observe/local/plan.h"
#include "observe/local/program_lookup.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {
namespace {

// One look: the fetch, the run, the record.
class Look {
 public:
  Look(Loop& loop, const LocalPlan& plan, const LocalOptions& options)
      : loop_(loop), plan_(plan), options_(options), deadline_(Loop::now() + options.total) {
    record_.package = plan.package;
  }

  LocalOutcome run() {
    Result<std::unique_ptr<ScratchFolder>> scratch = ScratchFolder::make();
    if (!scratch) return failed("error:scratch", scratch.error().message);
    record_.scratch = (*scratch)->path();
    const Result<Launch> launch = parse_launch(options_.command);
    if (!launch) return failed("refused:command", launch.error().message);
    record_.run = plan_.run;
    record_.readable = plan_.readable;
    passed_ = options_.environment;
    if (launch->ecosystem != Ecosystem::kNone) {
      if (std::optional<LocalOutcome> stopped = fetch_package(*launch)) return std::move(*stopped);
    }
    if (Loop::now() >= deadline_)
      return failed("timeout:total-and-child-reaped", "the time was over before the server ran");
    return talk();
  }

 private:
  LocalOutcome failed(std::string ended, const std::string& message) {
    return failed_outcome(std::move(ended), message, record_, plan_, options_);
  }

  std::optional<LocalOutcome> fetch_package(const Launch& launch) {
    const Result<Interpreter> interpreter = find_interpreter(launch);
    if (!interpreter) return failed("unreachable:interpreter", interpreter.error().message);
    const Fetched fetched = fetch(loop_, plan_.install, record_.scratch, deadline_);
    if (!fetched.ok)
      return failed(fetched.timed_out ? "timeout:install" : "unreachable:install",
                    "the package could not be fetched: " + without_scratch(fetched.detail, record_.scratch));
    Result<PackageProgram> program = package_program(launch, *interpreter, record_.scratch);
    if (!program) return failed("protocol-error:no-program", program.error().message);
    record_.run = program->argv;
    record_.run.insert(record_.run.end(), launch.arguments.begin(), launch.arguments.end());
    const std::string version = (launch.ecosystem == Ecosystem::kNpm ? "@" : "==") + program->version;
    if (!program->version.empty()) record_.package = launch.key() + version;
    record_.readable.push_back(record_.scratch + "/package");
    if (launch.ecosystem == Ecosystem::kPypi) {
      passed_.emplace_back("PYTHONPATH", record_.scratch + "/package");
      passed_.emplace_back("PYTHONDONTWRITEBYTECODE", "1");
      passed_.emplace_back("PYTHONNOUSERSITE", "1");
    }
    return std::nullopt;
  }

  Confinement confinement() const {
    Confinement what;
    what.argv = record_.run;
    what.readable = record_.readable;
    what.scratch = record_.scratch;
    what.environment = child_environment(passed_, {record_.run[0]});
    // A fetched package has no business in the folder the user stands in.
    if (!plan_.install.empty()) return what;
    std::error_code code;
    const std::string here = std::filesystem::current_path(code).string();
    const bool shown = std::any_of(record_.readable.begin(), record_.readable.end(),
                                   [&](const std::string& folder) { return is_inside(here, folder); });
    if (shown || sandbox_named(plan_.sandbox) == SandboxKind::kNone) what.working_dir = here;
    return what;
  }

  LocalOutcome talk() {
    const SandboxKind sandbox = sandbox_named(plan_.sandbox);
    const Confinement what = confinement();
    ChildLimits limits;
    limits.deadline = deadline_;
    const StartProcess start = [&]() -> Result<std::unique_ptr<ServerProcess>> {
      Result<ChildSpec> spec = confine(sandbox, what);
      if (!spec) return spec.error();
      return ChildProcess::start(loop_, std::move(*spec), limits, record_.child);
    };
    ClientOptions client;
    client.client_version = options_.client_version;
    client.json_depth = std::min(client.json_depth, options_.limits.json_depth);
    Conversation conversation = talk_over_stdio(start, client);
    return local_outcome(std::move(conversation), record_, plan_, options_);
  }

  Loop& loop_;
  const LocalPlan& plan_;
  const LocalOptions& options_;
  TimePoint deadline_;
  RunRecord record_;
  Environment passed_;
};

}  // namespace

LocalOutcome observe_local(Loop& loop, const LocalPlan& plan, const LocalOptions& options) {
  return Look(loop, plan, options).run();
}

}  // namespace mcpjury
