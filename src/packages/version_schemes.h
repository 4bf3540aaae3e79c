// One pair of functions an ecosystem; versions.cpp chooses among them. All are pure, total and linear in the
// text. `a`, `b` and `version` are at most kMaxVersionText bytes, `range` at most kMaxRangeText. Private.
#pragma once

#include <optional>
#include <string_view>

namespace mcpjury::versions {

using Comparison = std::optional<int>;  // -1, 0, 1; nothing when one side is no version
using Holds = std::optional<bool>;      // nothing when the range or the version cannot be read

// Semantic Versioning 2.0.0, with one "v" or "=" in front as npm takes it.
Comparison compare_npm(std::string_view a, std::string_view b);
Holds npm_range_holds(std::string_view range, std::string_view version);

// Semantic Versioning 2.0.0 as it stands; Cargo's requirement syntax.
Comparison compare_cargo(std::string_view a, std::string_view b);
Holds cargo_range_holds(std::string_view range, std::string_view version);

// Go module versions with or without the "v" (OSV leaves it out), and releases of Go itself ("go1.21rc2").
Comparison compare_go(std::string_view a, std::string_view b);
Holds go_range_holds(std::string_view range, std::string_view version);

// PEP 440. A range holds what its clauses hold: that installers pass over pre-releases when they have a
// choice is a rule of choosing, not of the range, and a lock file has already chosen.
Comparison compare_pypi(std::string_view a, std::string_view b);
Holds pypi_range_holds(std::string_view range, std::string_view version);

// Maven's version order specification. A bare version is the one that is asked for, so it holds only itself.
Comparison compare_maven(std::string_view a, std::string_view b);
Holds maven_range_holds(std::string_view range, std::string_view version);

// NuGet versions; interval notation and floating versions. A bare version means "this or newer".
Comparison compare_nuget(std::string_view a, std::string_view b);
Holds nuget_range_holds(std::string_view range, std::string_view version);

// Gem::Version and Gem::Requirement.
Comparison compare_rubygems(std::string_view a, std::string_view b);
Holds rubygems_range_holds(std::string_view range, std::string_view version);

// Composer's normalised versions. A branch ("dev-main") has no place in the order and compares with nothing.
Comparison compare_packagist(std::string_view a, std::string_view b);
Holds packagist_range_holds(std::string_view range, std::string_view version);

}  // namespace mcpjury::versions
