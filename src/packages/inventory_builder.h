// Private to packages: gathers the rows of one file and keeps every promise of Inventory.
//
// Equal packages (ecosystem, name, version) become one row; names that no registry would take are left out
// and noted; addresses lose their secrets; notes are escaped and counted. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "packages/inventory.h"

namespace mcpjury {

inline constexpr std::size_t kMaxInventoryBytes = 16u << 20;
inline constexpr std::size_t kMaxParents = 20;
inline constexpr std::size_t kMaxNotes = 100;
inline constexpr std::size_t kMaxNameBytes = 300;
inline constexpr std::size_t kMaxVersionBytes = 500;

struct InventorySource {
  std::string_view path;
  std::string_view text;
};

class InventoryBuilder {
 public:
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

  void set_kind(std::string_view kind) { inventory_.kind = kind; }
  void note(std::string_view text, std::uint32_t line = 0);
  // The place of the row, also when it stood there already; kNoRow when it was not taken.
  std::size_t add(PackageRow row);
  PackageRow& row(std::size_t at) { return inventory_.rows[at]; }
  const std::vector<PackageRow>& rows() const { return inventory_.rows; }
  // By name, because a parent may be a row of another version of the same package.
  void add_parent(std::size_t child, std::string_view parent);
  Inventory take();

 private:
  void merge(PackageRow& kept, PackageRow&& again);

  Inventory inventory_;
  std::map<std::string, std::size_t> places_;  // ordered: chosen keys cannot slow it
  std::size_t notes_left_out_ = 0;
};

// One line with the path in front, escaped.
Error inventory_error(ErrorCode code, std::string_view path, std::string_view reason, std::uint32_t line = 0);
// Without user information, and with secrets in other parts replaced.
std::string clean_address(std::string_view address);
// A git, file or web address, or another thing that is no version.
bool is_fetch_address(std::string_view spec);
bool is_usable_name(std::string_view name);

}  // namespace mcpjury
