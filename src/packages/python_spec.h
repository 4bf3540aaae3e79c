// Private to packages: a dependency as PEP 508 writes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "packages/inventory.h"

namespace mcpjury {

struct PythonRequirement {
  std::string_view name, extras, versions, url, marker;  // views into the text that was read
};

// Nothing when no name stands in front.
std::optional<PythonRequirement> read_python_requirement(std::string_view text);
// One "==1.2.3" is what is installed, everything else is a range.
PackageRow python_row(const PythonRequirement& requirement);
void set_python_version(PackageRow& row, std::string_view versions);
// Names of groups and extras that are not for use: "dev", "test", "docs", "lint" and their like.
bool is_development_group(std::string_view name);

}  // namespace mcpjury
