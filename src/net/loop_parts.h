// The inside of Loop: fibers, the ready list, timers, descriptors and libcurl's multi handle. Private to net.
#pragma once

#include <curl/curl.h>

#include <atomic>
#include <boost/context/fiber.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "net/fiber_switch.h"
#include "net/loop.h"
#include "net/stack_pool.h"
#include "net/timer_heap.h"

namespace mcpjury {

struct Fiber;

// A timer that wakes a fiber, or runs a callback when it belongs to none.
struct LoopTimer : Timer {
  Fiber* fiber = nullptr;
  std::function<void()> fire;
};

struct Fiber {
  boost::context::fiber context;
  boost::context::stack_context stack;
  std::function<void()> body;
  LoopTimer timer;
  SwitchSide side;
  std::size_t place = 0;  // in Parts::fibers
  bool started = false;
  bool finished = false;
  bool suspended = false;  // neither running nor in the ready list
  bool signalled = false;  // why it was woken
};

struct Watch {
  short events = 0;
  std::function<void(short)> ready;
};

struct Loop::Alarm::Node : LoopTimer {};

struct Loop::Parts {
  Parts();
  ~Parts();

  void spawn(std::function<void()> body);
  void run();
  void resume(Fiber* fiber);
  // In a fiber: until wake() or the deadline; true when woken by wake(…, true).
  bool suspend(TimePoint deadline);
  void wake(Fiber* fiber, bool signalled);
  void wake_all();
  bool watch(int descriptor, short events, std::function<void(short)> ready);
  void poll();
  void run_timers();

  void start_curl();
  void curl_action(int descriptor, short ready);
  void curl_messages();
  void curl_timer(long milliseconds);

  StackPool stacks;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber*> ready, running;
  Fiber* current = nullptr;
  boost::context::fiber back;  // the loop's own context while a fiber runs
  SwitchSide own_side;
  TimerHeap timers;
  std::vector<Watch> watches;  // by descriptor
  int epoll = -1;
  int wake_up = -1;  // eventfd of stop()
  std::atomic<bool> stopped{false};

  CURLM* multi = nullptr;
  LoopTimer curl_alarm;
  std::unordered_map<CURL*, std::function<void(int)>> transfers;
};

}  // namespace mcpjury
