// scan, grade and observe: targets in, reports or a record out.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "catalog/catalog.h"
#include "cli/cli.h"
#include "cli/decisions.h"
#include "cli/jury_options.h"
#include "cli/live_options.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/rendering.h"
#include "cli/scan_plan.h"
#include "cli/store_choice.h"
#include "cli/terminal.h"
#include "scan/clock.h"
#include "scan/compare_servers.h"
#include "scan/configured.h"
#include "scan/live.h"
#include "scan/remember.h"
#include "scan/scan.h"
#include "scan/whole_scan.h"

namespace mcpjury {
namespace {

// What was looked at, judged as it came, in the order of the command line at the end.
class Judged {
 public:
  // With a store earlier scans are compared with, and this one is kept.
  Judged(const Plan& plan, std::size_t targets, StoreChoice choice, std::unique_ptr<Store> opened)
      : plan_(plan),
        choice_(std::move(choice)),
        store_(std::move(opened)),
        detective_(plan.scan.limits),
        slots_(targets),
        done_(targets),
        streams_(plan.outputs.size() == 1 && plan.outputs[0].format == "ndjson" &&
                 plan.outputs[0].file.empty()) {}

  // From now on every target is heard by the jury too.
  void call(Jury jury) { jury_ = std::move(jury); }
  // From now on nothing is judged before all targets were looked at: each is compared with the others.
  void compare_with_each_other(std::unique_ptr<ServersTogether> together) { together_ = std::move(together); }

  // What could not be looked at at all, and what may be missing because of it.
  void fail(const Error& error, const std::string& target = {}) {
    code_ = worse_exit_code(code_, complain(error));
    failed_.push_back({escape_terminal(target), std::string(name_of(error.code)), error.message});
  }
  void name_targets(std::vector<std::string> names) { names_ = std::move(names); }
  void miss() { code_ = worse_exit_code(code_, plan_.policy.exit_zero ? 0 : 4); }

  void count_with(Progress* progress) { progress_ = progress; }

  void take(LookedAt looked) {
    if (progress_ != nullptr) progress_->add(1, looked.evidence.ok() ? 0 : 1);
    if (together_ == nullptr) return judge_one(std::move(looked));
    if (looked.evidence) together_->add(looked.index, *looked.evidence);
    waiting_.push_back(std::move(looked));
  }

  void judge_one(LookedAt looked) {
    done_[looked.index] = true;
    if (!looked.evidence) {
      fail(looked.evidence.error(), looked.index < names_.size() ? names_[looked.index] : std::string());
    } else {
      WholeScan with = history_for(*looked.evidence);
      with.jury = jury_ ? &*jury_ : nullptr;
      with.together = together_.get();
      with.together_key = ServersTogether::key_of(looked.index, *looked.evidence);
      WholeScanDone done = scan_whole(std::move(*looked.evidence), plan_.scan, with, detective_);
      // A scan that could not be kept is still a scan; that it was not kept must not go unnoticed.
      if (!done.kept) trouble(done.kept.error());
      slots_[looked.index] = std::move(done.report);
      if (plan_.decisions.baseline)
        plan_.decisions.baseline->compare(*slots_[looked.index], slots_.size() == 1);
      code_ = worse_exit_code(code_, exit_code(*slots_[looked.index], plan_.policy));
    }
    if (streams_) write_ready();
  }

  int finish(const CliOptions& options) {
    for (LookedAt& looked : waiting_) judge_one(std::move(looked));
    waiting_.clear();
    Reports reports;
    for (auto& slot : slots_) {
      if (slot) reports.push_back(std::move(slot));
    }
    if (looking_was_stopped()) code_ = worse_exit_code(code_, 130);
    tell_suppressions(plan_.decisions, options);
    RenderOptions rendering = plan_.rendering;
    rendering.failed = failed_;
    if (streams_ && wrote_) write_failed(rendering);
    return reports.empty() ? code_ : write_reports(plan_.outputs, rendering, options, reports, code_);
  }

 private:
  void write_failed(const RenderOptions& rendering) {
    if (auto written = write_stdout(render_ndjson({}, rendering)); !written)
      code_ = worse_exit_code(code_, complain(written.error()));
  }

  // Lines are independent: what is ready is written and let go, in the order of the targets.
  void write_ready() {
    for (; next_ < slots_.size() && done_[next_]; ++next_) {
      if (!slots_[next_]) continue;
      wrote_ = true;
      Reports one;
      one.push_back(std::move(slots_[next_]));
      if (auto written = write_stdout(render(plan_.outputs[0], one, plan_.rendering)); !written) {
        code_ = worse_exit_code(code_, complain(written.error()));
      }
    }
  }

  // The history nobody named warns and steps aside; one that was asked for by name must work.
  void trouble(const Error& error) {
    if (choice_.named) {
      code_ = worse_exit_code(code_, complain(error));
    } else if (!warned_) {
      complain(fmt::format("no history: {}; --no-store asks for none", error.message));
    }
    warned_ = true;
  }

  // Opened for the first target that has a name: nothing else needs it. A record is whole in itself, and only
  // a store that was named takes it.
  WholeScan history_for(const Evidence& evidence) {
    WholeScan with;
    const std::string key = history_key(evidence);
    if (!choice_.on || key.empty() || (evidence.replayed && !choice_.named)) return with;
    if (store_ == nullptr && unopened_.empty()) {
      auto opened = open_store(choice_, false);
      if (opened) {
        store_ = std::move(*opened);
      } else {
        unopened_ = opened.error().message;
        trouble(opened.error());
      }
    }
    with.store = store_.get();
    if (store_ == nullptr) {
      with.no_store = unopened_;
    } else {
      // Two targets of one run that share a name are two servers, not one that changed within a second.
      with.same_second = !evidence.replayed && keys_.insert(key).second;
    }
    return with;
  }

  const Plan& plan_;
  StoreChoice choice_;
  std::unique_ptr<Store> store_;
  std::string unopened_;        // why the store could not be opened
  std::set<std::string> keys_;  // of this run
  bool warned_ = false;
  std::unique_ptr<ServersTogether> together_;
  std::vector<LookedAt> waiting_;
  std::optional<Jury> jury_;
  Detective detective_;
  Reports slots_;
  std::vector<bool> done_;
  std::size_t next_ = 0;
  bool streams_, wrote_ = false;
  std::vector<std::string> names_;  // of the targets, by index
  std::vector<FailedTarget> failed_;
  Progress* progress_ = nullptr;
  int code_ = 0;
};

bool stdin_twice(const CliOptions& options) {
  if (std::count(options.targets.begin(), options.targets.end(), "-") <= 1) return false;
  complain("- (stdin) can be read only once");
  return true;
}

// --start and --connect are questions about configured servers, and --start asks them on a terminal.
std::optional<int> wrong_about_configured(const CliOptions& options, const ConfiguredTargets& configured) {
  if ((options.start || options.connect) && !options.clients && configured.servers.empty() &&
      configured.errors.empty()) {
    complain("--start and --connect are for configured servers: give --clients or a configuration file");
    return 2;
  }
  if (options.start && !options.yes && (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0)) {
    complain("--start asks before each server, which needs a terminal; --yes consents to all of them");
    return 2;
  }
  return std::nullopt;
}

int scan_targets(const CliOptions& options) {
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  if (stdin_twice(options)) return 2;
  auto jury = make_cli_jury(options);
  if (!jury) return complain(jury.error());
  std::vector<std::string> targets = options.targets;
  const ConfiguredTargets configured = find_configured(targets, options.clients);
  if (const auto wrong = wrong_about_configured(options, configured)) return *wrong;
  if (is_live(options)) stop_on_signals();
  auto choice = store_of_scan(options);
  if (!choice) return complain(choice.error());
  std::unique_ptr<Store> store;
  if (choice->on && choice->named) {
    // Before anything is looked at: a store that was asked for and is not there makes the question wrong.
    auto opened = open_store(*choice, false);
    if (!opened) return complain(opened.error());
    store = std::move(*opened);
  }
  const std::size_t servers = configured.servers.size();
  Judged judged(*plan, std::max<std::size_t>(targets.size() + servers, 1), std::move(*choice),
                std::move(store));
  judged.name_targets(targets);
  if (*jury) judged.call(std::move(**jury));
  // Servers of one configuration run together: when their tools are known, they are compared unasked.
  if (options.cross || ((options.start || options.connect) && servers > 1)) {
    if (targets.size() + servers < 2) {
      complain("--cross compares servers with each other: give two targets or more, or --batch FILE");
      return 2;
    }
    auto together = ServersTogether::open();
    if (!together) return complain(together.error());
    judged.compare_with_each_other(std::move(*together));
  }
  // On the terminal the lines of a stream are progress enough.
  const bool screen =
      plan->outputs[0].format == "ndjson" && plan->outputs[0].file.empty() && ::isatty(STDOUT_FILENO) == 1;
  std::optional<Progress> progress(std::in_place, "targets",
                                   std::max<std::size_t>(targets.size() + servers, 1),
                                   progress_wanted(options) && !screen);
  judged.count_with(&*progress);
  live->file_read = [&progress] { progress->file_read(); };
  if (!options.local_command.empty()) {
    judged.take({0, observe_command_line(options.local_command, plan->scan, *live)});
  } else {
    observe_all(targets, plan->scan, *live, [&](LookedAt looked) { judged.take(std::move(looked)); });
  }
  for (const std::string& message : configured.messages) complain(message);
  for (const Error& error : configured.errors) judged.fail(error);
  if (configured.incomplete) judged.miss();
  if (servers > 0) {
    // All are looked at before the first is handed over.
    judged.count_with(nullptr);
    const auto looked_at = [&progress] { progress->add(1); };
    observe_configured(configured.servers, plan->scan, *live, {options.start, options.connect, looked_at},
                       [&](LookedAt looked) {
                         looked.index += targets.size();
                         judged.take(std::move(looked));
                       });
  }
  judged.count_with(nullptr);
  progress.reset();
  return judged.finish(options);
}

int batch(const CliOptions& options) {
  if (!options.targets.empty()) {
    complain("--batch and targets cannot be scanned in one run");
    return 2;
  }
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  if (auto jury = make_cli_jury(options); !jury) return complain(jury.error());
  plan->scan.deep = options.deep;
  if (!options.outputs.empty() && (plan->outputs.size() != 1 || plan->outputs[0].format != "ndjson")) {
    complain("--batch writes ndjson only: -o ndjson or -o ndjson=FILE");
    return 2;
  }
  if (plan->decisions.baseline) {
    complain("--baseline compares reports, and the lines of a batch are none; scan the targets instead");
    return 2;
  }
  const int input =
      options.batch == "-" ? STDIN_FILENO : ::open(options.batch.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (input < 0) {
    complain(fmt::format("cannot open {}: {}", escape_terminal(options.batch), std::strerror(errno)));
    return 2;
  }
  std::unique_ptr<ServersTogether> together;
  if (options.cross) {
    auto servers = servers_of_batch(input, plan->scan);
    if (!servers) return complain(servers.error());
    together = std::move(*servers);
    plan->scan.together = together.get();
  }
  PendingFile file;
  const std::string path = options.outputs.empty() ? std::string() : plan->outputs[0].file;
  if (!path.empty()) {
    if (auto opened = file.open(path); !opened) return complain(opened.error());
  }
  int trouble = 0;
  std::optional<Progress> progress(
      std::in_place, "lines", 0, progress_wanted(options) && (!path.empty() || ::isatty(STDOUT_FILENO) == 0));
  const BatchWriter writer = [&](std::string_view text) {
    progress->add(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')));
    bool gone = false;
    auto written = path.empty() ? write_stdout(text, &gone) : file.write(text);
    if (!written) trouble = complain(written.error());
    return written.ok() && !gone;
  };
  int code = run_batch(input, writer, plan->scan, plan->policy, plan->rendering);
  progress.reset();
  tell_suppressions(plan->decisions, options);
  if (input != STDIN_FILENO) ::close(input);
  if (trouble == 0 && !path.empty()) {
    if (auto committed = file.commit(); !committed) trouble = complain(committed.error());
  }
  return worse_exit_code(code, trouble);
}

}  // namespace

int scan_command(const CliOptions& options) {
  if (no_command(options)) return 2;
  if (!options.batch.empty()) return batch(options);
  if (options.clients && !options.local_command.empty()) {
    complain("--clients and the command of a local server cannot be scanned in one run");
    return 2;
  }
  if (options.targets.empty() && options.local_command.empty() && !options.clients) {
    complain("scan: no target; give a URL, a tools/list result, - for stdin, --clients, or --batch FILE");
    return 2;
  }
  return scan_targets(options);
}

int grade_command(const CliOptions& options) {
  if (const auto checked = grade_records(options)) return *checked;
  auto plan = make_plan(options);
  if (!plan) return complain(plan.error());
  if (stdin_twice(options)) return 2;
  StoreChoice no_store;
  no_store.on = false;
  Judged judged(*plan, options.targets.size(), std::move(no_store), nullptr);
  judged.name_targets(options.targets);
  for (std::size_t i = 0; i < options.targets.size(); ++i) {
    judged.take({i, replay_record(options.targets[i], plan->scan)});
  }
  return judged.finish(options);
}

}  // namespace mcpjury
