// Stacks for fibers, each with a guard page, kept for the next fiber: mapping one costs more than a whole
// switch. Used from one thread.
#pragma once

#include <boost/context/protected_fixedsize_stack.hpp>
#include <boost/context/stack_context.hpp>
#include <vector>

#include "net/fiber_switch.h"
#include "net/loop.h"

namespace mcpjury {

class StackPool {
 public:
  StackPool() : source_(kFiberStackBytes * kStackFactor) {}
  ~StackPool() {
    for (auto& stack : free_) source_.deallocate(stack);
  }
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  boost::context::stack_context take() {
    if (free_.empty()) return source_.allocate();
    const auto stack = free_.back();
    free_.pop_back();
    return stack;
  }

  void give_back(boost::context::stack_context& stack) {
    note_stack_free(static_cast<char*>(stack.sp) - stack.size, stack.size);
    if (free_.size() < kKept) {
      free_.push_back(stack);
    } else {
      source_.deallocate(stack);
    }
  }

 private:
  static constexpr std::size_t kKept = 256;
  boost::context::protected_fixedsize_stack source_;
  std::vector<boost::context::stack_context> free_;
};

// What Boost.Context calls when a fiber has ended.
struct PooledStack {
  StackPool* pool;
  boost::context::stack_context allocate() { return pool->take(); }
  void deallocate(boost::context::stack_context& stack) { pool->give_back(stack); }
};

}  // namespace mcpjury
