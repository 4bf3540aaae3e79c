#include "cli/fleet_setup.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/cli.h"
#include "cli/live_options.h"
#include "cli/store_choice.h"
#include "fleet/metrics.h"
#include "fleet/status.h"
#include "home/data_folder.h"

namespace mcpjury {
namespace {

std::atomic<bool> g_drain{false};

extern "C" void on_drain(int) { g_drain.store(true); }

bool written(const CliOptions& options, std::string_view name) {
  return std::find(options.given.begin(), options.given.end(), name) != options.given.end();
}

int terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace

Result<FleetSetup> make_fleet_setup(const CliOptions& options) {
  FleetSetup out;
  out.settings = options.settings.fleet;
  const FleetSettings& settings = out.settings;
  auto live = make_live_options(options);
  if (!live) return live.error();
  WorkerOptions& worker = out.worker;
  worker.live = std::move(*live);
  for (const std::string& host : settings.allowed_hosts) worker.live.allowed_hosts.push_back(host);
  if (!settings.resolver.empty()) worker.live.resolver = settings.resolver;
  worker.live.jobs = written(options, "--jobs") ? options.jobs : static_cast<int>(settings.jobs);
  worker.live.timeout_seconds =
      written(options, "--timeout") ? options.timeout_seconds : settings.timeout_seconds;
  CliOptions with_store = options;
  if (with_store.store.empty()) with_store.store = settings.store;
  auto choice = chosen_store(with_store);
  if (!choice) return choice.error();
  if (!choice->on) return Error{ErrorCode::kUsage, "a fleet needs a store: --store URL"};
  if (!choice->folder.empty()) {
    if (auto made = make_data_folder(choice->folder); !made) return made.error();
  }
  worker.store.url = choice->url;
  worker.queue.url = !options.fleet.queue.empty() ? options.fleet.queue : settings.queue;
  if (worker.queue.url.empty()) {
    // Two files: the one that writes a scan does not wait for the one that takes a job.
    worker.queue.url = choice->url.starts_with("sqlite:") ? choice->url + ".queue" : choice->url;
  }
  worker.queue.lease = milliseconds_of(settings.lease_seconds);
  worker.queue.most_deliveries = static_cast<int>(settings.deliveries);
  worker.queue.of_one_host = static_cast<int>(settings.per_host);
  worker.retry = milliseconds_of(settings.retry_seconds);
  worker.grace = milliseconds_of(options.fleet.grace_seconds);
  worker.due.least = static_cast<std::int64_t>(settings.due_least_hours * 3600);
  worker.due.most = static_cast<std::int64_t>(settings.due_most_hours * 3600);
  out.show_progress = !options.no_progress && !options.quiet && ::isatty(STDERR_FILENO) != 0;
  return out;
}

const std::atomic<bool>* drain_on_signals() {
  struct sigaction action = {};
  action.sa_handler = on_drain;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return &g_drain;
}

int run_fleet_worker(const CliOptions& options, FleetSetup setup) {
  setup.worker.stop = drain_on_signals();
  std::unique_ptr<MetricsServer> metrics;
  if (!options.fleet.metrics.empty()) {
    auto started = MetricsServer::start(options.fleet.metrics);
    if (!started) return complain(started.error());
    metrics = std::move(*started);
    if (!options.quiet) complain(fmt::format("figures on port {}, /metrics", metrics->port()));
  }
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  std::uint64_t first = 0;
  bool known = false, troubled = false;
  setup.worker.report = [&](const WorkerFigures& figures) {
    if (metrics) metrics->set(figures);
    const std::uint64_t ended = figures.counts.done + figures.counts.dead;
    if (!known) first = ended;
    known = true;
    if (setup.show_progress) {
      const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
      const double rate = seconds > 0 ? static_cast<double>(ended - std::min(first, ended)) / seconds : 0;
      std::fprintf(stderr, "\r\033[K%s", progress_line(figures.counts, rate, terminal_width()).c_str());
      std::fflush(stderr);
    }
    if (!figures.trouble.empty() && !troubled && !options.quiet) {
      if (setup.show_progress) std::fputs("\r\033[K", stderr);
      complain(figures.trouble + "; trying on");
    }
    troubled = !figures.trouble.empty();
  };
  auto figures = run_worker(setup.worker);
  if (setup.show_progress) std::fputs("\r\033[K", stderr);
  if (!figures) return complain(figures.error());
  if (!options.quiet) {
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    complain(fmt::format(
        "{} kept, {} unchanged, {} given back, {} dead in {} (queue {:.1f} s, store {:.1f} s, "
        "judging {:.1f} s)",
        figures->kept, figures->unchanged, figures->retried, figures->dead, duration_text(seconds),
        figures->queue_seconds, figures->store_seconds, figures->judge_seconds));
  }
  return 0;
}

}  // namespace mcpjury
