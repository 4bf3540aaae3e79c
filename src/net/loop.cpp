#include "net/loop.h"

#include <poll.h>
#include <unistd.h>

#include <cassert>

#include "net/loop_parts.h"

namespace mcpjury {

Loop::Loop() : parts_(std::make_unique<Parts>()) {}
Loop::~Loop() = default;

void Loop::spawn(std::function<void()> body) { parts_->spawn(std::move(body)); }
void Loop::run() { parts_->run(); }

void Loop::stop() {
  parts_->stopped.store(true);
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(parts_->wake_up, &one, sizeof one);
}

bool Loop::stopped() const { return parts_->stopped.load(); }

void Loop::sleep_until(TimePoint when) {
  if (stopped() || when <= now()) return;
  parts_->suspend(when);
}

bool Loop::wait(int descriptor, short events, TimePoint deadline) {
  if (stopped()) return false;
  Parts& parts = *parts_;
  Fiber* const fiber = parts.current;
  assert(fiber);
  const bool watched = parts.watch(descriptor, events, [&parts, fiber](short) { parts.wake(fiber, true); });
  // A regular file or a closed descriptor: the caller's own read says what is wrong and does not block.
  if (!watched) return true;
  const bool ready = parts.suspend(deadline);
  parts.watch(descriptor, 0, nullptr);
  return ready;
}

void Loop::watch(int descriptor, short events, std::function<void(short)> ready) {
  parts_->watch(descriptor, events, std::move(ready));
}

void Loop::Signal::raise() {
  if (waiter_) {
    loop_.parts_->wake(static_cast<Fiber*>(waiter_), true);
  } else {
    raised_ = true;
  }
}

bool Loop::Signal::wait_until(TimePoint deadline) {
  if (raised_) {
    raised_ = false;
    return true;
  }
  if (deadline <= now()) return false;
  // Stopped: the others get a turn, or a fiber that waits for another one to end would never see it end.
  if (loop_.stopped()) deadline = now();
  assert(!waiter_ && loop_.parts_->current);
  waiter_ = loop_.parts_->current;
  const bool raised = loop_.parts_->suspend(deadline);
  waiter_ = nullptr;
  return raised;
}

Loop::Alarm::Alarm(Loop& loop, std::function<void()> fire) : loop_(loop), node_(std::make_unique<Node>()) {
  node_->fire = std::move(fire);
}

Loop::Alarm::~Alarm() { clear(); }

void Loop::Alarm::set(TimePoint when) {
  clear();
  node_->when = when;
  loop_.parts_->timers.add(*node_);
}

void Loop::Alarm::clear() { loop_.parts_->timers.remove(*node_); }

CURLM* Loop::multi() { return parts_->multi; }

void Loop::on_done(CURL* transfer, std::function<void(int)> then) {
  parts_->transfers[transfer] = std::move(then);
}

void Loop::forget(CURL* transfer) { parts_->transfers.erase(transfer); }

}  // namespace mcpjury
