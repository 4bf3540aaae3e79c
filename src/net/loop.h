// Many conversations on one thread: each runs as a fiber with a stack of its own and reads as plain
// sequential code; waiting for the network, a pipe or a moment hands the thread to the others.
//
// One Loop a thread; nothing here is thread safe except stop(). A fiber must not keep a lock while it waits.
// Stacks have kFiberStackBytes and a guard page. Sanitizers are told of every switch.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

// As libcurl declares them, so that its header stays out of this one.
typedef void CURL;
typedef void CURLM;

namespace mcpjury {

using TimePoint = std::chrono::steady_clock::time_point;
using Milliseconds = std::chrono::milliseconds;

class Loop {
 public:
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // The body runs when run() does, or soon if it already does. May be called from a fiber.
  void spawn(std::function<void()> body);
  // Until no fiber is left. Called from the thread's own stack.
  void run();
  // Thread and signal safe: every wait from now on ends at once, as if its deadline had passed.
  void stop();
  bool stopped() const;

  // The rest is for code inside a fiber.

  static TimePoint now() { return std::chrono::steady_clock::now(); }
  void sleep_until(TimePoint when);
  // True when the descriptor is ready for `events` (POLLIN, POLLOUT), closed or in error, so that a read or
  // write does not block; false at the deadline. One waiting fiber a descriptor.
  bool wait(int descriptor, short events, TimePoint deadline);

  // Something another fiber, or a callback run by the loop, will announce.
  class Signal {
   public:
    explicit Signal(Loop& loop) : loop_(loop) {}
    void raise();                         // wakes the waiting fiber; remembered when none waits
    bool wait_until(TimePoint deadline);  // false at the deadline

   private:
    Loop& loop_;
    bool raised_ = false;
    void* waiter_ = nullptr;
    friend class Loop;
  };

  // For net itself: callbacks on the loop's own stack, never inside a fiber; they must not wait.

  // Runs `ready` with poll events whenever the descriptor has some; events 0 ends it. Before the descriptor
  // closes.
  void watch(int descriptor, short events, std::function<void(short)> ready);

  // A moment at which a callback runs, once a set().
  class Alarm {
   public:
    Alarm(Loop& loop, std::function<void()> fire);
    ~Alarm();
    void set(TimePoint when);
    void clear();

   private:
    struct Node;
    Loop& loop_;
    std::unique_ptr<Node> node_;
  };

  // For the HTTP client only: transfers are driven by run(). `then` runs once, as a callback; a transfer is
  // forgotten before its handle is removed.
  CURLM* multi();
  void on_done(CURL* transfer, std::function<void(int curl_code)> then);
  void forget(CURL* transfer);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

inline constexpr std::size_t kFiberStackBytes = 256u << 10;

}  // namespace mcpjury
