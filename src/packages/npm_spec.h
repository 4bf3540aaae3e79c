// Private to packages: how npm and its relatives write a package with a version.
#pragma once

#include <string_view>
#include <utility>

#include "packages/inventory.h"

namespace mcpjury {

// "@scope/name@rest" in two; the second is empty without "@". The first "@" behind the name counts.
std::pair<std::string_view, std::string_view> split_npm_descriptor(std::string_view text);
// A manifest's range: "npm:real@^1" names another package, an address goes to `resolved`.
void set_npm_range(PackageRow& row, std::string_view name, std::string_view spec);
// A lock file's version: as above, but what is installed.
void set_npm_version(PackageRow& row, std::string_view name, std::string_view version);

}  // namespace mcpjury
