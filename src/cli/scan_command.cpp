// scan, grade and observe: targets in, reports or a record out.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "catalog/catalog.h"
#include "cli/cli.h"
#include "cli/outputs.h"
#include "cli/terminal.h"
#include "scan/clock.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kMethodologies = {"agentreserve"sv, "ampel"sv, "aivss"sv, "mcpbundles"sv, "tooltrust"sv};

// Everything scan and grade need besides the targets, checked.
struct Plan {
  ScanOptions scan;
  ExitPolicy policy;
  RenderOptions rendering;
  std::vector<Output> outputs;
};

Result<std::vector<std::string_view>> parse_methodologies(std::string_view text) {
  std::vector<std::string_view> chosen;
  if (text == "all") return chosen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = text.substr(begin, end - begin);
    const auto known = std::find(kMethodologies.begin(), kMethodologies.end(), name);
    if (known == kMethodologies.end()) {
      return Error{ErrorCode::kUsage, fmt::format("--methodology: unknown \"{}\"; known: {}, all",
                                                  escape_terminal(name), fmt::join(kMethodologies, ", "))};
    }
    if (std::find(chosen.begin(), chosen.end(), *known) == chosen.end()) chosen.push_back(*known);
    begin = end + 1;
  }
  return chosen;
}

Result<Plan> make_plan(const CliOptions& options) {
  Plan plan;
  plan.scan.strictness = strictness_from(options.strictness).value_or(Strictness::kPrecise);
  plan.scan.observed_at = current_time();
  plan.scan.jobs = options.jobs;
  auto outputs = parse_outputs(options.outputs);
  if (!outputs) return outputs.error();
  plan.outputs = std::move(*outputs);
  auto methodologies = parse_methodologies(options.methodologies);
  if (!methodologies) return methodologies.error();
  plan.rendering.methodologies = std::move(*methodologies);
  plan.rendering.verbose = options.verbose;
  plan.rendering.quiet = options.quiet;
  plan.rendering.utf8 = locale_is_utf8();
  plan.policy.exit_zero = options.exit_zero;
  plan.policy.strict_clean = options.strict_clean;
  if (!options.fail_on.empty()) {
    auto fail_on = parse_fail_on(options.fail_on);
    if (!fail_on) return fail_on.error();
    plan.policy.fail_on = std::move(*fail_on);
  }
  return plan;
}

// What to type next: about the worst finding, or how to see more.
std::string next_command(const Reports& reports) {
  for (const auto& report : reports) {
    for (const Finding& finding : report->findings) {
      if (!finding.counts_in(report->strictness) || finding.suppressed) continue;
      return fmt::format("mcpjury explain {}", catalog().detectors[finding.detector].id);
    }
  }
  return "mcpjury methodologies";
}

int write_reports(const Plan& plan, const CliOptions& options, const Reports& reports, int code) {
  for (const Output& output : plan.outputs) {
    RenderOptions rendering = plan.rendering;
    rendering.color = output.file.empty() ? use_color(options.color) : options.color == "always";
    rendering.next_command = next_command(reports);
    const std::string text = render(output, reports, rendering);
    auto written = output.file.empty() ? write_stdout(text) : write_file(output.file, text);
    if (!written) code = worse_exit_code(code, complain(written.error()));
  }
  return code;
}

using Look = Result<Evidence> (*)(const std::string&, const ScanOptions&);

int judge_targets(const CliOptions& options, Look look) {
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  if (std::count(options.targets.begin(), options.targets.end(), "-") > 1) {
    complain("- (stdin) can be read only once");
    return 2;
  }
  Detective detective(plan->scan.limits);
  Reports reports;
  int code = 0;
  for (const std::string& target : options.targets) {
    auto evidence = look(target, plan->scan);
    if (!evidence) {
      code = worse_exit_code(code, complain(evidence.error()));
      continue;
    }
    reports.push_back(judge(std::move(*evidence), plan->scan, detective));
    code = worse_exit_code(code, exit_code(*reports.back(), plan->policy));
  }
  return reports.empty() ? code : write_reports(*plan, options, reports, code);
}

int batch(const CliOptions& options) {
  if (!options.targets.empty()) {
    complain("--batch and targets cannot be scanned in one run");
    return 2;
  }
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  if (!options.outputs.empty() && (plan->outputs.size() != 1 || plan->outputs[0].format != "ndjson")) {
    complain("--batch writes ndjson only: -o ndjson or -o ndjson=FILE");
    return 2;
  }
  const int input =
      options.batch == "-" ? STDIN_FILENO : ::open(options.batch.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (input < 0) {
    complain(fmt::format("cannot open {}: {}", escape_terminal(options.batch), std::strerror(errno)));
    return 2;
  }
  PendingFile file;
  const std::string path = options.outputs.empty() ? std::string() : plan->outputs[0].file;
  if (!path.empty()) {
    if (auto opened = file.open(path); !opened) return complain(opened.error());
  }
  int trouble = 0;
  const BatchWriter writer = [&](std::string_view text) {
    bool gone = false;
    auto written = path.empty() ? write_stdout(text, &gone) : file.write(text);
    if (!written) trouble = complain(written.error());
    return written.ok() && !gone;
  };
  int code = run_batch(input, writer, plan->scan, plan->policy, plan->rendering);
  if (input != STDIN_FILENO) ::close(input);
  if (trouble == 0 && !path.empty()) {
    if (auto committed = file.commit(); !committed) trouble = complain(committed.error());
  }
  return worse_exit_code(code, trouble);
}

int refuse_local_command(const CliOptions& options) {
  const std::string& first = options.local_command.front();
  if (first.empty()) {
    complain("-- must be followed by the command of a local server");
    return 2;
  }
  complain(fmt::format(
      "{}: local servers are not run yet by this version; save the tools/list result and scan the file",
      escape_terminal(first)));
  return 3;
}

}  // namespace

int scan_command(const CliOptions& options) {
  if (!options.local_command.empty()) return refuse_local_command(options);
  if (!options.batch.empty()) return batch(options);
  if (options.targets.empty()) {
    complain("scan: no target; give a tools/list result, - for stdin, or --batch FILE");
    return 2;
  }
  return judge_targets(options, observe_target);
}

int grade_command(const CliOptions& options) { return judge_targets(options, replay_record); }

int observe_command(const CliOptions& options) {
  if (!options.local_command.empty()) return refuse_local_command(options);
  ScanOptions scan;
  scan.observed_at = current_time();
  auto evidence = observe_target(options.targets.front(), scan);
  if (!evidence) return complain(evidence.error());
  const std::string text = canonical_json(evidence_to_json(*evidence)) + "\n";
  const bool to_stdout = options.record_file.empty() || options.record_file == "-";
  auto written = to_stdout ? write_stdout(text) : write_file(options.record_file, text);
  if (!written) return complain(written.error());
  return 0;
}

}  // namespace mcpjury
