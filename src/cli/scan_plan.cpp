#include "cli/scan_plan.h"

#include <algorithm>

#include "cli/cli.h"
#include "cli/rendering.h"
#include "scan/clock.h"

namespace mcpjury {

Result<Plan> make_plan(const CliOptions& options) {
  Plan plan;
  plan.scan.strictness = strictness_from(options.strictness).value_or(Strictness::kPrecise);
  plan.scan.observed_at = current_time();
  plan.scan.jobs = options.jobs;
  auto outputs = parse_outputs(options.outputs);
  if (!outputs) return outputs.error();
  plan.outputs = std::move(*outputs);
  plan.scan.hash_evidence = std::any_of(plan.outputs.begin(), plan.outputs.end(),
                                        [](const Output& output) { return output.format != "text"; });
  auto rendering = make_rendering(options);
  if (!rendering) return rendering.error();
  plan.rendering = std::move(*rendering);
  plan.policy.exit_zero = options.exit_zero;
  plan.policy.strict_clean = options.strict_clean;
  if (!options.fail_on.empty()) {
    auto fail_on = parse_fail_on(options.fail_on);
    if (!fail_on) return fail_on.error();
    plan.policy.fail_on = std::move(*fail_on);
    show_failing(plan.rendering, plan.policy.fail_on);
  }
  auto decisions = make_decisions(options, plan.scan);
  if (!decisions) return decisions.error();
  plan.decisions = std::move(*decisions);
  plan.scan.suppressions = plan.decisions.suppressions.get();
  return plan;
}

bool is_live(const CliOptions& options) {
  return !options.local_command.empty() || options.start || options.connect ||
         std::any_of(options.targets.begin(), options.targets.end(),
                     [](const std::string& target) { return target.find("://") != std::string::npos; });
}

bool no_command(const CliOptions& options) {
  if (options.local_command.empty() || !options.local_command.front().empty()) return false;
  complain("-- must be followed by the command of a local server");
  return true;
}

}  // namespace mcpjury
