#include "feeds/literal_search.h"

#include <cassert>
#include <deque>

namespace mcpjury {
namespace {

constexpr std::uint16_t kNone = 0xFFFF;

std::uint8_t folded(std::uint8_t c) { return c >= 'A' && c <= 'Z' ? static_cast<std::uint8_t>(c | 0x20) : c; }

}  // namespace

LiteralSearch::LiteralSearch(const std::vector<std::string_view>& literals) {
  // Class 0 is every byte that no literal has.
  for (const std::string_view literal : literals) {
    for (const char c : literal) {
      const auto byte = static_cast<std::uint8_t>(c);
      if (class_[byte] == 0) class_[byte] = static_cast<std::uint8_t>(classes_++);
    }
  }
  for (int byte = 'A'; byte <= 'Z'; ++byte)
    class_[static_cast<std::size_t>(byte)] = class_[folded(static_cast<std::uint8_t>(byte))];
  const auto add_state = [&] {
    next_.resize(next_.size() + classes_, kNone);
    output_.push_back(0);
    shorter_.push_back(0);
    return static_cast<std::uint16_t>(output_.size() - 1);
  };
  add_state();
  for (std::size_t i = 0; i < literals.size(); ++i) {
    std::uint16_t state = 0;
    for (const char c : literals[i]) {
      const std::size_t slot = state * classes_ + class_[static_cast<std::uint8_t>(c)];
      if (next_[slot] == kNone) {
        const std::uint16_t made = add_state();  // moves the table
        next_[slot] = made;
      }
      state = next_[slot];
    }
    output_[state] = static_cast<std::uint16_t>(i + 1);
  }
  assert(output_.size() < kNone);
  // Breadth first: a state's failure state is nearer to the root and complete.
  std::vector<std::uint16_t> failure(output_.size(), 0);
  std::deque<std::uint16_t> queue;
  for (std::size_t c = 0; c < classes_; ++c) {
    std::uint16_t& to = next_[c];
    if (to == kNone) {
      to = 0;
    } else {
      queue.push_back(to);
    }
  }
  while (!queue.empty()) {
    const std::uint16_t state = queue.front();
    queue.pop_front();
    const std::uint16_t back = failure[state];
    shorter_[state] = output_[back] != 0 ? back : shorter_[back];
    for (std::size_t c = 0; c < classes_; ++c) {
      std::uint16_t& to = next_[state * classes_ + c];
      const std::uint16_t fallback = next_[back * classes_ + c];
      if (to == kNone) {
        to = fallback;
      } else {
        failure[to] = fallback;
        queue.push_back(to);
      }
    }
  }
}

void LiteralSearch::search(std::string_view text,
                           const std::function<void(std::size_t, std::size_t)>& use) const {
  std::size_t state = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    state = next_[state * classes_ + class_[static_cast<std::uint8_t>(text[i])]];
    if ((output_[state] | shorter_[state]) == 0) continue;
    for (std::size_t at = output_[state] != 0 ? state : shorter_[state]; at != 0; at = shorter_[at])
      use(output_[at] - 1u, i + 1);
  }
}

}  // namespace mcpjury
