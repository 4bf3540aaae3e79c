#include "mcpserver/workers.h"

#include <utility>

namespace mcpjury {

Workers::Workers(std::size_t threads, std::size_t waiting) : waiting_(waiting) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this, i] { work(i); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    jobs_.clear();
  }
  more_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= waiting_) return false;
    jobs_.push_back(std::move(job));
  }
  more_.notify_one();
  return true;
}

bool Workers::drain(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, patience, [this] { return jobs_.empty() && busy_ == 0; });
}

void Workers::work(std::size_t worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    more_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (stop_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    ++busy_;
    lock.unlock();
    job(worker);
    lock.lock();
    --busy_;
    if (jobs_.empty() && busy_ == 0) idle_.notify_all();
  }
}

}  // namespace mcpjury
