// Fibers: started late, so that one that never ran has no stack to unwind; resumed only from run().
#include <boost/context/fiber.hpp>  // preallocated.hpp does not include what it needs
#include <boost/context/preallocated.hpp>
#include <cassert>

#include "net/loop_parts.h"

namespace mcpjury {
namespace {

// One function for both directions, never inlined: ThreadSanitizer counts calls entered and left a fiber, and
// what one side entered before the jump the other leaves after it.
[[gnu::noinline]] boost::context::fiber cross(boost::context::fiber to, SwitchSide& here, SwitchSide& there) {
  note_leaving(here, there);
  to = std::move(to).resume();
  note_arrived(here, there);
  return to;
}

}  // namespace

void Loop::Parts::spawn(std::function<void()> body) {
  auto fiber = std::make_unique<Fiber>();
  fiber->body = std::move(body);
  fiber->timer.fiber = fiber.get();
  fiber->place = fibers.size();
  ready.push_back(fiber.get());
  fibers.push_back(std::move(fiber));
}

void Loop::Parts::resume(Fiber* fiber) {
  if (!fiber->started) {
    fiber->started = true;
    fiber->stack = stacks.take();
    fiber->side.bottom = static_cast<char*>(fiber->stack.sp) - fiber->stack.size;
    fiber->side.size = fiber->stack.size;
    note_new_fiber(fiber->side);
    const boost::context::preallocated place(fiber->stack.sp, fiber->stack.size, fiber->stack);
    fiber->context = boost::context::fiber(std::allocator_arg, place, PooledStack{&stacks},
                                           [this, fiber](boost::context::fiber&& caller) {
                                             note_arrived(fiber->side, own_side);
                                             back = std::move(caller);
                                             fiber->body();
                                             fiber->body = nullptr;
                                             fiber->finished = true;
                                             note_ending(fiber->side, own_side);
                                             return std::move(back);
                                           });
  }
  current = fiber;
  fiber->context = cross(std::move(fiber->context), own_side, fiber->side);
  current = nullptr;
  if (!fiber->finished) return;
  note_fiber_gone(own_side, fiber->side);
  const std::size_t place = fiber->place;
  std::swap(fibers[place], fibers.back());
  fibers[place]->place = place;
  fibers.pop_back();
}

bool Loop::Parts::suspend(TimePoint deadline) {
  Fiber* const fiber = current;
  assert(fiber);
  fiber->signalled = false;
  fiber->suspended = true;
  if (deadline != TimePoint::max()) {
    fiber->timer.when = deadline;
    timers.add(fiber->timer);
  }
  back = cross(std::move(back), fiber->side, own_side);
  timers.remove(fiber->timer);
  return fiber->signalled;
}

void Loop::Parts::wake(Fiber* fiber, bool signalled) {
  // A fiber whose deadline passed may be announced before it runs: what came counts.
  fiber->signalled = fiber->signalled || signalled;
  if (!fiber->suspended) return;
  fiber->suspended = false;
  ready.push_back(fiber);
}

void Loop::Parts::wake_all() {
  for (auto& fiber : fibers) {
    if (fiber->suspended) wake(fiber.get(), false);
  }
}

}  // namespace mcpjury
