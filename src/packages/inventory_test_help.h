// For tests of packages only.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "packages/inventory.h"

namespace mcpjury::test {

inline Inventory must_read(std::string_view path, std::string_view text) {
  auto read = read_inventory(path, text);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  return read.ok() ? *read : Inventory();
}

inline std::string must_fail(std::string_view path, std::string_view text) {
  const auto read = read_inventory(path, text);
  EXPECT_FALSE(read.ok()) << path;
  return read.ok() ? "" : read.error().message;
}

// The row of that name (and version); an empty one fails the test.
inline PackageRow row(const Inventory& inventory, std::string_view name, std::string_view version = {}) {
  for (const PackageRow& row : inventory.rows) {
    if (row.name == name && (version.empty() || row.version == version)) return row;
  }
  ADD_FAILURE() << "no row " << name << " " << version;
  return {};
}

inline bool has(const Inventory& inventory, std::string_view name) {
  for (const PackageRow& row : inventory.rows) {
    if (row.name == name) return true;
  }
  return false;
}

inline bool has_note(const Inventory& inventory, std::string_view part) {
  for (const std::string& note : inventory.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

using Names = std::vector<std::string>;

}  // namespace mcpjury::test
