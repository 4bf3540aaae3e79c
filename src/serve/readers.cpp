#include "serve/readers.h"

namespace mcpjury {
namespace {

constexpr int kReaderPatience = 1'000;  // milliseconds

}  // namespace

Result<std::unique_ptr<Readers>> Readers::start(const std::string& store_url, std::size_t threads,
                                                std::size_t most) {
  std::unique_ptr<Readers> readers(new Readers(most));
  for (std::size_t i = 0; i < threads; ++i) {
    // A server that is away must not hold every reader: who asks is told soon, and asks again.
    auto store = Store::open({store_url, false, 10'000, true, kReaderPatience});
    if (!store) return store.error();
    auto book = JobBook::open(store_url, kReaderPatience);
    if (!book) return book.error();
    readers->threads_.emplace_back([raw = readers.get(), store = std::move(*store), book = std::move(*book)] {
      raw->run(*store, *book);
    });
  }
  return readers;
}

Readers::~Readers() { stop(); }

bool Readers::give(Task task) {
  const std::lock_guard lock(mutex_);
  if (ended_ || tasks_.size() >= most_) return false;
  tasks_.push_back(std::move(task));
  changed_.notify_one();
  return true;
}

void Readers::stop() {
  std::deque<Task> dropped;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    dropped.swap(tasks_);
    changed_.notify_all();
  }
  dropped.clear();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Readers::run(Store& store, JobBook& book) {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task(store, book);
  }
}

}  // namespace mcpjury
