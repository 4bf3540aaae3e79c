#include "packages/inventory_graph.h"

#include <string>

namespace mcpjury {

void InventoryGraph::edge(std::size_t parent, std::size_t child) {
  if (parent == InventoryBuilder::kNoRow || child == InventoryBuilder::kNoRow) return;
  if (edges_.size() >= kMaxEdges) {
    full_ = true;
    return;
  }
  edges_.emplace_back(parent, child);
}

void InventoryGraph::root(std::size_t row, bool development) {
  if (row == InventoryBuilder::kNoRow) return;
  (development ? development_roots_ : roots_).push_back(row);
}

std::vector<char> InventoryGraph::reach(const std::vector<std::size_t>& from, std::size_t rows,
                                        const std::vector<std::vector<std::size_t>>& next) const {
  std::vector<char> seen(rows, 0);
  std::vector<std::size_t> open;
  const auto visit = [&](std::size_t row) {
    if (seen[row] != 0) return;
    seen[row] = 1;
    open.push_back(row);
  };
  for (const std::size_t row : from) visit(row);
  while (!open.empty()) {
    const std::size_t row = open.back();
    open.pop_back();
    for (const std::size_t child : next[row]) visit(child);
  }
  return seen;
}

void InventoryGraph::apply(InventoryBuilder& builder, bool mark_development) const {
  if (full_) builder.note("more edges between packages than are kept; parents are incomplete");
  for (const auto& [parent, child] : edges_) {
    if (parent == child) continue;
    const std::string name = builder.row(parent).name;
    builder.add_parent(child, name);
  }
  for (const std::size_t row : roots_) builder.row(row).direct = true;
  for (const std::size_t row : development_roots_) builder.row(row).direct = true;
  // An incomplete graph would call something development that is not.
  if (!mark_development || full_) return;
  const std::size_t rows = builder.rows().size();
  std::vector<std::vector<std::size_t>> next(rows);
  for (const auto& [parent, child] : edges_) next[parent].push_back(child);
  const auto used = reach(roots_, rows, next);
  const auto developing = reach(development_roots_, rows, next);
  for (std::size_t row = 0; row < rows; ++row) {
    if (used[row] != 0 || developing[row] == 0) continue;
    builder.row(row).development = true;
    if (builder.row(row).group.empty()) builder.row(row).group = "dev";
  }
}

}  // namespace mcpjury
