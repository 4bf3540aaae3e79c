#include "packages/python_lock.h"

namespace mcpjury {

std::string python_key(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, kMaxNameBytes)) {
    if (c == '-' || c == '_' || c == '.') {
      if (out.empty() || out.back() != '-') out.push_back('-');
    } else {
      out.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
  }
  return out;
}

std::size_t PythonLock::add(PackageRow row) {
  row.ecosystem = "PyPI";
  std::string key = python_key(row.name);
  const std::size_t at = builder_.add(std::move(row));
  if (at == InventoryBuilder::kNoRow) return at;
  auto& same = by_name_[std::move(key)];
  if (same.size() < kMaxSameName) same.push_back(at);
  return at;
}

void PythonLock::need(std::size_t parent, std::string_view name, std::string_view version) {
  if (parent == InventoryBuilder::kNoRow || needs_.size() >= InventoryGraph::kMaxEdges) return;
  needs_.push_back({parent, false, python_key(name), std::string(version.substr(0, kMaxVersionBytes))});
}

void PythonLock::root(std::string_view name, bool development, std::string_view version) {
  if (needs_.size() >= InventoryGraph::kMaxEdges) return;
  needs_.push_back({InventoryBuilder::kNoRow, development, python_key(name),
                    std::string(version.substr(0, kMaxVersionBytes))});
}

void PythonLock::finish(bool mark_development) {
  InventoryGraph graph;
  for (const Need& need : needs_) {
    const auto found = by_name_.find(need.name);
    if (found == by_name_.end()) continue;
    for (const std::size_t child : found->second) {
      if (!need.version.empty() && builder_.row(child).version != need.version) continue;
      if (need.parent == InventoryBuilder::kNoRow) {
        graph.root(child, need.development);
      } else {
        graph.edge(need.parent, child);
      }
    }
  }
  graph.apply(builder_, mark_development);
}

}  // namespace mcpjury
