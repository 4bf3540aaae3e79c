// Private to packages: what the lock files of Python share. Needs are by name, as Python compares names
// (PEP 503); where a lock file has several versions of one name, all of them get the parent.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packages/inventory_graph.h"

namespace mcpjury {

std::string python_key(std::string_view name);

class PythonLock {
 public:
  explicit PythonLock(InventoryBuilder& builder) : builder_(builder) {}
  std::size_t add(PackageRow row);
  void need(std::size_t parent, std::string_view name, std::string_view version = {});
  void root(std::string_view name, bool development, std::string_view version = {});
  void finish(bool mark_development);

 private:
  struct Need {
    std::size_t parent;  // kNoRow: the project
    bool development;
    std::string name, version;
  };
  static constexpr std::size_t kMaxSameName = 20;

  InventoryBuilder& builder_;
  std::map<std::string, std::vector<std::size_t>> by_name_;
  std::vector<Need> needs_;
};

}  // namespace mcpjury
