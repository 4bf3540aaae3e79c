#include "net/loop.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "net/timer_heap.h"

namespace mcpjury {
namespace {

using namespace std::chrono_literals;

TEST(LoopTest, RunsFibersUntilNoneIsLeft) {
  Loop loop;
  std::string order;
  loop.spawn([&] {
    order += 'a';
    loop.spawn([&] { order += 'c'; });
    order += 'b';
  });
  loop.run();
  EXPECT_EQ(order, "abc");
  loop.spawn([&] { order += 'd'; });
  loop.run();
  EXPECT_EQ(order, "abcd");
}

TEST(LoopTest, SleepsInTheOrderOfTime) {
  Loop loop;
  std::vector<int> woken;
  const auto begin = Loop::now();
  for (const int delay : {9, 3, 6, 1}) {
    loop.spawn([&, delay] {
      loop.sleep_until(begin + Milliseconds(delay));
      EXPECT_GE(Loop::now(), begin + Milliseconds(delay));
      woken.push_back(delay);
    });
  }
  loop.run();
  EXPECT_EQ(woken, (std::vector<int>{1, 3, 6, 9}));
}

TEST(LoopTest, SignalsAreRememberedAndTimeOut) {
  Loop loop;
  Loop::Signal signal(loop);
  std::vector<bool> results;
  loop.spawn([&] {
    signal.raise();
    results.push_back(signal.wait_until(TimePoint::max()));
    results.push_back(signal.wait_until(Loop::now() + 2ms));
    loop.spawn([&] { signal.raise(); });
    results.push_back(signal.wait_until(Loop::now() + 10s));
  });
  loop.run();
  EXPECT_EQ(results, (std::vector<bool>{true, false, true}));
}

TEST(LoopTest, WaitsForPipes) {
  Loop loop;
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  bool early = true, late = false, writable = false;
  loop.spawn([&] {
    early = loop.wait(pipe[0], POLLIN, Loop::now() + 2ms);
    late = loop.wait(pipe[0], POLLIN, Loop::now() + 10s);
  });
  loop.spawn([&] {
    writable = loop.wait(pipe[1], POLLOUT, Loop::now() + 10s);
    loop.sleep_until(Loop::now() + 5ms);
    EXPECT_EQ(::write(pipe[1], "x", 1), 1);
  });
  loop.run();
  EXPECT_FALSE(early);
  EXPECT_TRUE(late);
  EXPECT_TRUE(writable);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST(LoopTest, AClosedPeerAndABadDescriptorAreReady) {
  Loop loop;
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  ::close(pipe[1]);
  loop.spawn([&] {
    EXPECT_TRUE(loop.wait(pipe[0], POLLIN, Loop::now() + 10s));
    EXPECT_TRUE(loop.wait(-1, POLLIN, Loop::now() + 10s));
  });
  loop.run();
  ::close(pipe[0]);
}

TEST(LoopTest, StopEndsAllWaitsFromAnotherThread) {
  Loop loop;
  Loop::Signal never(loop);
  int ended = 0;
  loop.spawn([&] {
    EXPECT_FALSE(never.wait_until(TimePoint::max()));
    EXPECT_FALSE(never.wait_until(Loop::now() + 10s));
    ++ended;
  });
  for (int i = 0; i < 10; ++i) {
    loop.spawn([&] {
      loop.sleep_until(Loop::now() + std::chrono::hours(1));
      loop.sleep_until(Loop::now() + std::chrono::hours(1));
      ++ended;
    });
  }
  std::thread stopper([&] { loop.stop(); });
  loop.run();
  stopper.join();
  EXPECT_EQ(ended, 11);
  EXPECT_TRUE(loop.stopped());
}

TEST(LoopTest, LoopsOnSeveralThreadsAreStoppedBySeveralThreads) {
  constexpr std::size_t kLoops = 4;
  std::vector<Loop> loops(kLoops);  // made here, run elsewhere
  std::vector<int> ended(kLoops);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kLoops; ++i) {
    for (int fiber = 0; fiber < 20; ++fiber) {
      loops[i].spawn([&loop = loops[i], &count = ended[i]] {
        while (!loop.stopped()) loop.sleep_until(Loop::now() + 1ms);
        Loop::Signal never(loop);
        EXPECT_FALSE(never.wait_until(TimePoint::max()));
        ++count;
      });
    }
    threads.emplace_back([&loop = loops[i]] { loop.run(); });
  }
  for (int stopper = 0; stopper < 3; ++stopper) {
    threads.emplace_back([&] {
      for (auto& loop : loops) loop.stop();
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(ended, std::vector<int>(kLoops, 20));
}

TEST(LoopTest, AnExceptionStaysInItsFiber) {
  Loop loop;
  int caught = 0;
  for (int i = 0; i < 10; ++i) {
    loop.spawn([&] {
      for (int turn = 0; turn < 3; ++turn) {
        try {
          loop.sleep_until(Loop::now() + 1ms);
          throw std::runtime_error("inside");
        } catch (const std::runtime_error&) {
          ++caught;
        }
      }
    });
  }
  loop.run();
  EXPECT_EQ(caught, 30);
}

TEST(LoopTest, ManyFibersWithDeepStacks) {
  Loop loop;
  int sum = 0;
  for (int i = 0; i < 500; ++i) {
    loop.spawn([&] {
      volatile char space[64 << 10];
      space[0] = 1;
      loop.sleep_until(Loop::now() + 1ms);
      sum += space[0];
    });
  }
  loop.run();
  EXPECT_EQ(sum, 500);
}

TEST(LoopTest, AlarmsRunOnceAndCanBeTakenBack) {
  Loop loop;
  int fired = 0;
  Loop::Alarm alarm(loop, [&] { ++fired; });
  Loop::Alarm other(loop, [&] { fired += 100; });
  loop.spawn([&] {
    alarm.set(Loop::now() + 1ms);
    other.set(Loop::now() + 1ms);
    other.clear();
    loop.sleep_until(Loop::now() + 6ms);
  });
  loop.run();
  EXPECT_EQ(fired, 1);
}

TEST(TimerHeapTest, KeepsOrderThroughRemovals) {
  TimerHeap heap;
  std::vector<Timer> timers(101);
  for (std::size_t i = 0; i < timers.size(); ++i) {
    timers[i].when = TimePoint(Milliseconds(i * 37 % 101));
    heap.add(timers[i]);
  }
  for (std::size_t i = 0; i < timers.size(); i += 3) heap.remove(timers[i]);
  TimePoint last{};
  std::size_t left = 0;
  while (!heap.empty()) {
    EXPECT_GE(heap.first()->when, last);
    last = heap.first()->when;
    heap.remove(*heap.first());
    ++left;
  }
  EXPECT_EQ(left, 67u);
}

}  // namespace
}  // namespace mcpjury
