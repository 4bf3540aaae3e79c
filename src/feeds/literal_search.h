// Many literals in one pass (Aho and Corasick), without regard to the case of ASCII letters. Private to
// feeds.
//
// Immutable after construction; thread safe. Bytes are mapped to the few classes that the literals use, so
// that the table stays in the cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace mcpjury {

class LiteralSearch {
 public:
  // In lower case, none empty.
  explicit LiteralSearch(const std::vector<std::string_view>& literals);
  // Calls `use(literal, end)` for every occurrence; `end` is one past its last byte.
  void search(std::string_view text, const std::function<void(std::size_t, std::size_t)>& use) const;

 private:
  std::array<std::uint8_t, 256> class_{};
  std::size_t classes_ = 1;
  std::vector<std::uint16_t> next_;     // state * classes_ + class
  std::vector<std::uint16_t> output_;   // state -> 1 + index of a longest literal that ends here
  std::vector<std::uint16_t> shorter_;  // literal state -> next state with output on the failure chain
};

}  // namespace mcpjury
