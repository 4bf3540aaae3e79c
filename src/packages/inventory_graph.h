// Private to packages: who needs whom in one lock file, and what follows from it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "packages/inventory_builder.h"

namespace mcpjury {

// Rows by their place in the builder; kNoRow is passed over everywhere. At most kMaxEdges are kept.
class InventoryGraph {
 public:
  static constexpr std::size_t kMaxEdges = 500'000;

  void edge(std::size_t parent, std::size_t child);
  void root(std::size_t row, bool development);
  // Parents from the edges, `direct` from the roots; with `mark_development`, what only development roots
  // reach is development. Linear.
  void apply(InventoryBuilder& builder, bool mark_development) const;

 private:
  std::vector<char> reach(const std::vector<std::size_t>& from, std::size_t rows,
                          const std::vector<std::vector<std::size_t>>& next) const;

  std::vector<std::pair<std::size_t, std::size_t>> edges_;
  std::vector<std::size_t> roots_, development_roots_;
  bool full_ = false;
};

}  // namespace mcpjury
