// Threads that answer what needs the store: each has a store and a job book of its own. What waits is
// bounded; beyond, the client is told to come back.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/job_book.h"
#include "store/store.h"

namespace mcpjury {

class Readers {
 public:
  using Task = std::function<void(Store&, JobBook&)>;
  static Result<std::unique_ptr<Readers>> start(const std::string& store_url, std::size_t threads,
                                                std::size_t most);
  ~Readers();
  bool give(Task task);  // false: too many wait
  void stop();           // what waits is dropped: its clients get an answer from the exchange

 private:
  explicit Readers(std::size_t most) : most_(most) {}
  void run(Store& store, JobBook& book);
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace mcpjury
