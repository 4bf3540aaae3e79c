// Which version is newer, in the words of each ecosystem, and which ranges hold which versions. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

enum class Ecosystem { kNpm, kPyPI, kGo, kCrates, kMaven, kNuGet, kRubyGems, kPackagist, kOther };
Ecosystem ecosystem_from(std::string_view osv_name);  // "npm", "PyPI", "Go", "crates.io", "Maven", …
std::string_view osv_name(Ecosystem ecosystem);

// Negative, zero, positive; nothing when one of them is no version of that ecosystem. Total on any text.
std::optional<int> compare_versions(Ecosystem ecosystem, std::string_view a, std::string_view b);
// The name as the ecosystem compares it (PyPI: PEP 503; npm: as it is; NuGet, Packagist: lower case).
std::string normal_name(Ecosystem ecosystem, std::string_view name);
// Does a manifest's range ("^1.2.0", ">=1,<2", "~> 3.1") hold this version? Nothing when it cannot be read.
std::optional<bool> range_holds(Ecosystem ecosystem, std::string_view range, std::string_view version);

}  // namespace mcpjury
