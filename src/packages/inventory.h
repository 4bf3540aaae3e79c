// What a lock file or manifest names: packages with versions and where they stand. Pure values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

// As OSV writes them: "npm", "PyPI", "Go", "crates.io", "Maven", "NuGet", "RubyGems", "Packagist",
// "GitHub Actions". Besides these "docker" (images) and "binary" (programs fetched by name and version).
struct PackageRow {
  std::string ecosystem, name,
      version;               // version empty when the file names none; the raw text of a range otherwise
  bool range = false;        // `version` is a range of a manifest, not what is installed
  bool direct = false;       // named by the project itself
  bool development = false;  // not part of what is installed for use
  std::uint32_t line = 0;
  std::vector<std::string> parents;  // names of packages that need it, where the file says so; at most 20
  std::string resolved;              // where it is fetched from, without secrets
  std::string integrity;
  std::string licence;
  bool has_install_script = false;  // hasInstallScript of an npm lock file
  std::string group;  // "dev", "optional", "peer", "bundled", "build", or the file's name of a group or extra
};

struct Inventory {
  std::string kind;  // "package-lock-v3", "poetry.lock", "go.sum" …
  std::vector<PackageRow> rows;
  std::vector<std::string> notes;  // what could not be read in the file, one line each, escaped
  bool truncated = false;          // more than kMaxPackages
};

inline constexpr std::size_t kMaxPackages = 50'000;

// True when a file of this name is one that read_inventory() knows; `path` is relative, with "/".
bool is_inventory_file(std::string_view path);
// Reads one file. kNotJson and the like for text that is not what its name says. Never fetches anything.
Result<Inventory> read_inventory(std::string_view path, std::string_view text);

}  // namespace mcpjury
