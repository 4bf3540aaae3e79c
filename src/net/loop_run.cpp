// One turn after another: run what is ready, then wait for descriptors and moments. One epoll carries pipes,
// c-ares and libcurl.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "net/loop_parts.h"

namespace mcpjury {
namespace {

// poll.h and epoll.h give these bits the same values on Linux; said once so that a port would notice.
static_assert(POLLIN == EPOLLIN && POLLOUT == EPOLLOUT && POLLERR == EPOLLERR && POLLHUP == EPOLLHUP);

int milliseconds_until(TimePoint when) {
  const auto now = Loop::now();
  if (when <= now) return 0;
  // Rounded up: waking early would spin until the moment has come.
  const auto left = std::chrono::ceil<Milliseconds>(when - now).count();
  return static_cast<int>(std::min<std::int64_t>(left, 60'000));
}

}  // namespace

Loop::Parts::Parts() {
  epoll = ::epoll_create1(EPOLL_CLOEXEC);
  wake_up = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (epoll < 0 || wake_up < 0) std::abort();  // no descriptors at start: nothing can be scanned
  watch(wake_up, POLLIN, [this](short) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(wake_up, &count, sizeof count);
    wake_all();
  });
  start_curl();
}

Loop::Parts::~Parts() {
  curl_multi_cleanup(multi);
  timers.remove(curl_alarm);
  ::close(wake_up);
  ::close(epoll);
}

bool Loop::Parts::watch(int descriptor, short events, std::function<void(short)> on_ready) {
  if (descriptor < 0) return false;
  const auto place = static_cast<std::size_t>(descriptor);
  if (place >= watches.size()) {
    if (events == 0) return true;
    watches.resize(std::max(place + 1, watches.size() * 2));
  }
  Watch& entry = watches[place];
  epoll_event event{};
  event.events = static_cast<std::uint32_t>(static_cast<unsigned short>(events));
  event.data.fd = descriptor;
  if (events == 0) {
    if (entry.events != 0) ::epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
    entry = Watch{};
    return true;
  }
  if (entry.events != events) {
    int failed = ::epoll_ctl(epoll, entry.events == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
    // A descriptor that was closed while watched has left the epoll by itself, and its number came back.
    if (failed && errno == ENOENT) failed = ::epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
    if (failed && errno == EEXIST) failed = ::epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event);
    if (failed) {
      entry = Watch{};
      return false;
    }
  }
  entry.events = events;
  entry.ready = std::move(on_ready);
  return true;
}

void Loop::Parts::poll() {
  int timeout = -1;
  if (!ready.empty()) {
    timeout = 0;
  } else if (!timers.empty()) {
    timeout = milliseconds_until(timers.first()->when);
  }
  std::array<epoll_event, 128> events;
  const int count = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), timeout);
  for (int i = 0; i < count; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    // By number and not by pointer: a callback before this one may have ended the watch.
    Watch& entry = watches[static_cast<std::size_t>(event.data.fd)];
    if (entry.events == 0) continue;
    const auto on_ready = entry.ready;  // it may end its own watch
    on_ready(static_cast<short>(event.events));
  }
}

void Loop::Parts::run_timers() {
  if (timers.empty()) return;
  const auto now = Loop::now();
  while (!timers.empty() && timers.first()->when <= now) {
    auto* const timer = static_cast<LoopTimer*>(timers.first());
    timers.remove(*timer);
    if (timer->fiber) {
      wake(timer->fiber, false);
    } else {
      timer->fire();
    }
  }
}

void Loop::Parts::run() {
  note_own_stack(own_side);  // here: the thread that runs need not be the one that made the loop
  for (;;) {
    running.swap(ready);
    for (Fiber* fiber : running) resume(fiber);
    running.clear();
    if (fibers.empty()) return;
    poll();
    run_timers();
  }
}

}  // namespace mcpjury
