// A few threads behind a bounded queue: the calls of tools, which may take their time.
//
// add() is thread safe. A job gets the number of its worker, so that each can keep what belongs to one thread
// (a Detective).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mcpjury {

class Workers {
 public:
  using Job = std::function<void(std::size_t worker)>;

  Workers(std::size_t threads, std::size_t waiting);
  ~Workers();  // jobs that wait are dropped, those in progress are waited for
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  bool add(Job job);  // false: too many wait
  // True when all jobs were done in time.
  bool drain(std::chrono::milliseconds patience);

 private:
  void work(std::size_t worker);

  const std::size_t waiting_;
  std::mutex mutex_;
  std::condition_variable more_, idle_;
  std::deque<Job> jobs_;
  std::size_t busy_ = 0;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mcpjury
