// "npm:@scope/name@version", "pypi:name==version": a package of a registry as the user writes it. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "packages/versions.h"

namespace mcpjury {

struct PackageName {
  Ecosystem ecosystem = Ecosystem::kNpm;
  std::string name;
  std::string wanted;  // a version, range or dist-tag; empty: the newest

  std::string scheme() const { return ecosystem == Ecosystem::kNpm ? "npm" : "pypi"; }
};

// kUsage when the text is no name of a package: addresses, paths and git references are not taken here.
Result<PackageName> parse_package_name(std::string_view text);

}  // namespace mcpjury
