#include "scan/live.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

#include "base/escape.h"
#include "net/guarded_client.h"
#include "net/resolver.h"
#include "scan/clock.h"
#include "scan/enrich.h"
#include "scan/fetched_targets.h"
#include "scan/look_remote.h"
#include "scan/target_kind.h"

namespace mcpjury {
namespace {

constexpr int kDefaultJobs = 32;

std::atomic<Loop*> g_looking{nullptr};
std::atomic<bool> g_stopped{false};

// While it lives, stop_looking() reaches this loop.
class StoppableLoop {
 public:
  StoppableLoop() {
    g_looking.store(&loop_);
    if (g_stopped.load()) loop_.stop();
  }
  ~StoppableLoop() { g_looking.store(nullptr); }
  StoppableLoop(const StoppableLoop&) = delete;
  StoppableLoop& operator=(const StoppableLoop&) = delete;
  Loop& get() { return loop_; }

 private:
  Loop loop_;
};

// Finished looks on their way from the loop's thread to the caller's.
class Finished {
 public:
  void push(LookedAt looked) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(looked));
    changed_.notify_one();
  }
  LookedAt pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !queue_.empty(); });
    LookedAt looked = std::move(queue_.front());
    queue_.pop_front();
    return looked;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<LookedAt> queue_;
};

// The same evidence with what is known against the packages it names.
Result<Evidence> judged_packages(AdvisoryLookup& advisories, Result<Evidence> evidence) {
  if (evidence) advisories.add_to(*evidence);
  return evidence;
}

void look_at_remotes(const std::vector<std::string>& targets, const std::vector<std::size_t>& remotes,
                     const ScanOptions& options, const LiveOptions& live, Finished& finished) {
  StoppableLoop loop;
  const TrustStore trust;
  const auto resolver = make_ares_resolver(loop.get(), live.resolver);
  ReleaseLookup releases(loop.get(), *resolver, trust);
  ReleaseLookup* const asked = live.registry_lookups ? &releases : nullptr;
  std::size_t next = 0;
  const std::size_t jobs =
      std::min(remotes.size(), static_cast<std::size_t>(live.jobs > 0 ? live.jobs : kDefaultJobs));
  for (std::size_t job = 0; job < jobs; ++job) {
    loop.get().spawn([&] {
      while (next < remotes.size()) {
        const std::size_t index = remotes[next++];
        finished.push(
            {index, look_at_remote(loop.get(), *resolver, trust, asked, targets[index], options, live)});
      }
    });
  }
  loop.get().run();
}

}  // namespace

void stop_looking() {
  g_stopped.store(true);
  if (Loop* loop = g_looking.load()) loop->stop();
}

bool looking_was_stopped() { return g_stopped.load(); }

AdvisoryLookup advisory_lookup(const LiveOptions& live) {
  AdvisoryService service;
  if (live.registry_lookups && !live.offline) service.address = live.advisory_service;
  service.resolver = live.resolver;
  service.allow_private = live.allow_private;
  service.timeout_seconds = live.timeout_seconds;
  return AdvisoryLookup(live.data_dir, std::move(service));
}

void observe_all(const std::vector<std::string>& targets, const ScanOptions& options, const LiveOptions& live,
                 const std::function<void(LookedAt)>& then) {
  std::vector<std::size_t> remotes;
  AdvisoryLookup advisories = advisory_lookup(live);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto form = target_form(targets[i]);
    if (!form) {
      then({i, form.error()});
    } else if (*form == TargetForm::kFolder || *form == TargetForm::kPackage || *form == TargetForm::kGit ||
               *form == TargetForm::kArchive) {
      StoppableLoop loop;
      then({i, judged_packages(advisories, without_secrets(observe_fetched(*form, targets[i], options, live,
                                                                           loop.get())))});
    } else if (*form != TargetForm::kRemote) {
      then({i, observe_file(targets[i], options)});
    } else if (live.offline) {
      then({i, Error{ErrorCode::kRefused,
                     escape_terminal(shown_url(targets[i])) + ": --offline forbids to reach it"}});
    } else {
      remotes.push_back(i);
    }
  }
  if (remotes.empty()) return;
  Finished finished;
  std::thread looking([&] { look_at_remotes(targets, remotes, options, live, finished); });
  for (std::size_t i = 0; i < remotes.size(); ++i) then(finished.pop());
  looking.join();
}

Result<Evidence> observe_command_line(const std::vector<std::string>& command, const ScanOptions& options,
                                      const LiveOptions& live) {
  LocalOptions local;
  local.command = command;
  local.no_sandbox = live.no_sandbox;
  local.yes = live.yes;
  local.total = total_time(live);
  local.observed_at = options.observed_at.empty() ? current_time() : options.observed_at;
  local.limits = options.limits;
  local.client_version = std::string(program_info().version);
  for (const std::string& name : live.pass_environment) {
    if (const char* value = std::getenv(name.c_str())) local.environment.emplace_back(name, value);
  }
  for (const auto& one : live.server_environment) local.environment.push_back(one);
  auto plan = plan_local(local);
  if (!plan) return plan.error();
  if (live.offline && !plan->install.empty()) {
    return Error{ErrorCode::kRefused,
                 "--offline forbids to fetch the package; install it and scan its command"};
  }
  if (!live.yes && !(live.consent && live.consent(*plan))) {
    return Error{ErrorCode::kRefused, "not started: running a local server needs consent (--yes)"};
  }
  Result<Evidence> evidence = Error{ErrorCode::kInternal, "the local server was not looked at"};
  StoppableLoop loop;
  loop.get().spawn([&] {
    LocalOutcome outcome = observe_local(loop.get(), *plan, local);
    if (live.registry_lookups) {
      const TrustStore trust;
      const auto resolver = make_ares_resolver(loop.get(), live.resolver);
      ReleaseLookup releases(loop.get(), *resolver, trust);
      look_up_release(releases, outcome.evidence);
    }
    if (outcome.anything_to_grade) {
      evidence = without_secrets(std::move(outcome.evidence));
    } else {
      evidence =
          Error{ErrorCode::kNotReached, looking_was_stopped() ? "interrupted" : std::move(outcome.message)};
    }
  });
  loop.get().run();
  AdvisoryLookup advisories = advisory_lookup(live);
  return judged_packages(advisories, std::move(evidence));
}

}  // namespace mcpjury
