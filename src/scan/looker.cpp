#include "scan/looker.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "base/escape.h"
#include "net/guarded_client.h"
#include "scan/enrich.h"
#include "scan/fetched_targets.h"
#include "scan/look_remote.h"
#include "scan/target_kind.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLooksAtOnce = 32;

// Orders on their way to a thread of ours.
class Orders {
 public:
  void push(LookOrder order) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(order));
    changed_.notify_one();
  }
  std::optional<LookOrder> pop() {
    const std::lock_guard lock(mutex_);
    return take();
  }
  // Nothing: closed, and nothing is left.
  std::optional<LookOrder> wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !queue_.empty(); });
    return take();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::optional<LookOrder> take() {
    if (queue_.empty()) return std::nullopt;
    LookOrder order = std::move(queue_.front());
    queue_.pop_front();
    return order;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<LookOrder> queue_;
  bool closed_ = false;
};

}  // namespace

struct Looker::Parts {
  Parts(const ScanOptions& scan, const LiveOptions& operators) : options(scan), live(operators) {
    if (woken < 0) std::abort();  // no descriptors at start: nothing can be scanned
    remote_thread = std::thread([this] { look_at_remotes(); });
    fetched_thread = std::thread([this] { look_at_fetched(); });
  }
  ~Parts() {
    stop();
    remote_thread.join();
    fetched_thread.join();
    ::close(woken);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  void wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(woken, &one, sizeof one);
  }

  void stop() {
    stopped.store(true);
    loop.stop();
    wake();
    fetched.close();
    const std::lock_guard lock(fetching_mutex);
    if (fetching != nullptr) fetching->stop();
  }

  LiveOptions options_of(LookOrder& order) const {
    LiveOptions own = live;
    own.credential = std::move(order.credential);
    own.dcr = order.dcr;
    own.active_probe = order.active_probe;
    if (order.timeout_seconds > 0) own.timeout_seconds = order.timeout_seconds;
    return own;
  }

  void finish(std::uint64_t ticket, Result<Evidence> evidence) {
    const std::lock_guard lock(done_mutex);
    done.push_back({ticket, std::move(evidence)});
    changed.notify_one();
  }
  void refuse(const LookOrder& order) {
    finish(order.ticket, Error{ErrorCode::kNotReached, escape_terminal(order.target) + ": interrupted"});
  }

  // One fiber waits for orders and starts a fiber for each, up to the bound; one that ends takes the next.
  void look_at_remotes() {
    const TrustStore trust;
    const auto resolver = make_ares_resolver(loop, live.resolver);
    ReleaseLookup releases(loop, *resolver, trust);
    const std::size_t most = live.jobs > 0 ? static_cast<std::size_t>(live.jobs) : kLooksAtOnce;
    std::size_t running = 0;
    loop.spawn([&] {
      while (!stopped.load()) {
        if (!loop.wait(woken, POLLIN, Loop::now() + std::chrono::minutes(1))) continue;
        std::uint64_t count = 0;
        [[maybe_unused]] const ssize_t got = ::read(woken, &count, sizeof count);
        while (running < most) {
          std::optional<LookOrder> order = remote.pop();
          if (!order) break;
          ++running;
          loop.spawn([&, first = std::move(*order)]() mutable {
            std::optional<LookOrder> mine = std::move(first);
            for (; mine; mine = remote.pop()) {
              if (stopped.load()) {
                refuse(*mine);
                continue;
              }
              const LiveOptions own = options_of(*mine);
              finish(mine->ticket,
                     look_at_remote(loop, *resolver, trust, live.registry_lookups ? &releases : nullptr,
                                    mine->target, options, own));
            }
            --running;
          });
        }
      }
    });
    loop.run();
    while (auto left = remote.pop()) refuse(*left);
  }

  void look_at_fetched() {
    AdvisoryLookup advisories = advisory_lookup(live);
    while (auto order = fetched.wait()) {
      if (stopped.load()) {
        refuse(*order);
        continue;
      }
      Loop own_loop;
      {
        const std::lock_guard lock(fetching_mutex);
        fetching = &own_loop;
      }
      const LiveOptions own = options_of(*order);
      const auto form = target_form(order->target);
      auto evidence = !form ? Result<Evidence>(form.error())
                            : without_secrets(observe_fetched(*form, order->target, options, own, own_loop));
      {
        const std::lock_guard lock(fetching_mutex);
        fetching = nullptr;
      }
      if (evidence) advisories.add_to(*evidence);
      finish(order->ticket, std::move(evidence));
    }
  }

  const ScanOptions options;
  const LiveOptions live;
  Loop loop;
  const int woken = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::atomic<bool> stopped{false};
  Orders remote, fetched;
  std::mutex fetching_mutex;
  Loop* fetching = nullptr;
  std::mutex done_mutex;
  std::condition_variable changed;
  std::deque<LookDone> done;
  std::atomic<std::size_t> in_flight{0};
  std::thread remote_thread, fetched_thread;
};

Looker::Looker(const ScanOptions& options, const LiveOptions& live)
    : parts_(std::make_unique<Parts>(options, live)) {}
Looker::~Looker() = default;

void Looker::look(LookOrder order) {
  ++parts_->in_flight;
  const auto form = target_form(order.target);
  const std::uint64_t ticket = order.ticket;
  const bool is_remote = form && *form == TargetForm::kRemote;
  if (!form) {
    parts_->finish(ticket, form.error());
  } else if (!is_remote && *form != TargetForm::kPackage && *form != TargetForm::kGit) {
    parts_->finish(ticket, Error{ErrorCode::kRefused, escape_terminal(order.target) +
                                                          ": only a URL, a package or a repository address"});
  } else if (parts_->live.offline) {
    parts_->finish(ticket, Error{ErrorCode::kRefused, "--offline forbids to reach it"});
  } else if (parts_->stopped.load()) {
    parts_->refuse(order);
  } else if (is_remote) {
    parts_->remote.push(std::move(order));
    parts_->wake();
  } else {
    parts_->fetched.push(std::move(order));
  }
}

std::optional<LookDone> Looker::next(std::chrono::milliseconds wait) {
  std::unique_lock lock(parts_->done_mutex);
  if (!parts_->changed.wait_for(lock, wait, [&] { return !parts_->done.empty(); })) return std::nullopt;
  LookDone first = std::move(parts_->done.front());
  parts_->done.pop_front();
  --parts_->in_flight;
  return first;
}

std::size_t Looker::in_flight() const { return parts_->in_flight.load(); }
void Looker::stop() { parts_->stop(); }

}  // namespace mcpjury
