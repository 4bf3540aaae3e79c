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
#include "cli/live_options.h"
#include "cli/outputs.h"
#include "cli/terminal.h"
#include "scan/clock.h"
#include "scan/live.h"
#include "scan/remember.h"
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
  plan.scan.hash_evidence = std::any_of(plan.outputs.begin(), plan.outputs.end(),
                                        [](const Output& output) { return output.format != "text"; });
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

// What was looked at, judged as it came, in the order of the command line at the end.
class Judged {
 public:
  // With a store earlier scans are compared with, and this one is kept.
  Judged(const Plan& plan, std::size_t targets, Store* store = nullptr)
      : plan_(plan),
        store_(store),
        detective_(plan.scan.limits),
        slots_(targets),
        done_(targets),
        streams_(plan.outputs.size() == 1 && plan.outputs[0].format == "ndjson" &&
                 plan.outputs[0].file.empty()) {}

  void take(LookedAt looked) {
    done_[looked.index] = true;
    if (!looked.evidence) {
      code_ = worse_exit_code(code_, complain(looked.evidence.error()));
    } else {
      if (store_ != nullptr) recall(*store_, *looked.evidence);
      slots_[looked.index] = judge(std::move(*looked.evidence), plan_.scan, detective_);
      if (store_ != nullptr) keep(*slots_[looked.index]);
      code_ = worse_exit_code(code_, exit_code(*slots_[looked.index], plan_.policy));
    }
    if (streams_) write_ready();
  }

  int finish(const CliOptions& options) {
    Reports reports;
    for (auto& slot : slots_) {
      if (slot) reports.push_back(std::move(slot));
    }
    if (looking_was_stopped()) code_ = worse_exit_code(code_, 130);
    return reports.empty() ? code_ : write_reports(plan_, options, reports, code_);
  }

 private:
  // Lines are independent: what is ready is written and let go, in the order of the targets.
  void write_ready() {
    for (; next_ < slots_.size() && done_[next_]; ++next_) {
      if (!slots_[next_]) continue;
      Reports one;
      one.push_back(std::move(slots_[next_]));
      if (auto written = write_stdout(render(plan_.outputs[0], one, plan_.rendering)); !written) {
        code_ = worse_exit_code(code_, complain(written.error()));
      }
    }
  }

  void keep(const ScanReport& report) {
    if (history_key(report.evidence).empty()) return;
    // A scan that could not be kept is still a scan; that it was not kept must not go unnoticed.
    if (auto kept = remember(*store_, report); !kept) code_ = worse_exit_code(code_, complain(kept.error()));
  }

  const Plan& plan_;
  Store* store_;
  Detective detective_;
  Reports slots_;
  std::vector<bool> done_;
  std::size_t next_ = 0;
  bool streams_;
  int code_ = 0;
};

bool stdin_twice(const CliOptions& options) {
  if (std::count(options.targets.begin(), options.targets.end(), "-") <= 1) return false;
  complain("- (stdin) can be read only once");
  return true;
}

// Something is open that wants closing when the user gives up: a session, a child.
bool is_live(const CliOptions& options) {
  return !options.local_command.empty() ||
         std::any_of(options.targets.begin(), options.targets.end(),
                     [](const std::string& target) { return target.find("://") != std::string::npos; });
}

int scan_targets(const CliOptions& options) {
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  if (stdin_twice(options)) return 2;
  if (is_live(options)) stop_on_signals();
  std::unique_ptr<Store> store;
  if (!options.store.empty() && !options.no_store) {
    auto opened = Store::open({.url = options.store == "default" ? std::string() : options.store});
    if (!opened) return complain(opened.error());
    store = std::move(*opened);
  }
  Judged judged(*plan, std::max<std::size_t>(options.targets.size(), 1), store.get());
  if (!options.local_command.empty()) {
    judged.take({0, observe_command_line(options.local_command, plan->scan, *live)});
  } else {
    observe_all(options.targets, plan->scan, *live, [&](LookedAt looked) { judged.take(std::move(looked)); });
  }
  return judged.finish(options);
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

// "--" and nothing after it.
bool no_command(const CliOptions& options) {
  if (options.local_command.empty() || !options.local_command.front().empty()) return false;
  complain("-- must be followed by the command of a local server");
  return true;
}

}  // namespace

int scan_command(const CliOptions& options) {
  if (no_command(options)) return 2;
  if (!options.batch.empty()) return batch(options);
  if (options.targets.empty() && options.local_command.empty()) {
    complain("scan: no target; give a URL, a tools/list result, - for stdin, or --batch FILE");
    return 2;
  }
  return scan_targets(options);
}

int grade_command(const CliOptions& options) {
  if (const auto checked = grade_records(options)) return *checked;
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  if (stdin_twice(options)) return 2;
  Judged judged(*plan, options.targets.size());
  for (std::size_t i = 0; i < options.targets.size(); ++i) {
    judged.take({i, replay_record(options.targets[i], plan->scan)});
  }
  return judged.finish(options);
}

int observe_command(const CliOptions& options) {
  if (no_command(options)) return 2;
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  if (is_live(options)) stop_on_signals();
  ScanOptions scan;
  scan.observed_at = current_time();
  Result<Evidence> evidence = Error{ErrorCode::kInternal, "nothing was looked at"};
  if (!options.local_command.empty()) {
    evidence = observe_command_line(options.local_command, scan, *live);
  } else {
    observe_all(options.targets, scan, *live,
                [&](LookedAt looked) { evidence = std::move(looked.evidence); });
  }
  if (!evidence) return complain(evidence.error());
  const std::string text = canonical_json(evidence_to_json(*evidence)) + "\n";
  const bool to_stdout = options.record_file.empty() || options.record_file == "-";
  auto written = to_stdout ? write_stdout(text) : write_file(options.record_file, text);
  if (!written) return complain(written.error());
  return looking_was_stopped() ? 130 : 0;
}

}  // namespace mcpjury
