// Moments in order: a binary heap whose members know their place, so that a timer that is no longer wanted
// leaves in logarithmic time. The heap does not own its timers; a timer must be removed before it dies.
#pragma once

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace mcpjury {

struct Timer {
  static constexpr std::size_t kNotSet = static_cast<std::size_t>(-1);

  std::chrono::steady_clock::time_point when;
  std::size_t place = kNotSet;

  bool set() const { return place != kNotSet; }
};

class TimerHeap {
 public:
  bool empty() const { return heap_.empty(); }
  Timer* first() const { return heap_.front(); }

  void add(Timer& timer) {
    timer.place = heap_.size();
    heap_.push_back(&timer);
    up(timer.place);
  }

  void remove(Timer& timer) {
    if (!timer.set()) return;
    const std::size_t hole = timer.place;
    timer.place = Timer::kNotSet;
    Timer* last = heap_.back();
    heap_.pop_back();
    if (last == &timer) return;
    put(hole, last);
    up(hole);
    down(last->place);
  }

 private:
  void put(std::size_t place, Timer* timer) {
    heap_[place] = timer;
    timer->place = place;
  }

  void up(std::size_t place) {
    Timer* const timer = heap_[place];
    while (place > 0 && timer->when < heap_[(place - 1) / 2]->when) {
      put(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    put(place, timer);
  }

  void down(std::size_t place) {
    Timer* const timer = heap_[place];
    for (;;) {
      std::size_t child = 2 * place + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && heap_[child + 1]->when < heap_[child]->when) ++child;
      if (heap_[child]->when >= timer->when) break;
      put(place, heap_[child]);
      place = child;
    }
    put(place, timer);
  }

  std::vector<Timer*> heap_;
};

}  // namespace mcpjury
