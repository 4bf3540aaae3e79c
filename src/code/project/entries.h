// Where a project starts: what its package.json files name; private to this folder.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "code/project/project.h"

namespace mcpjury {

using PathSet = std::set<std::string, std::less<>>;

// Files of `code` that the manifests among `paths` start with, shallow manifests first. A compiled file whose
// source is there too stands for its source.
std::vector<std::string> find_entries(const std::vector<std::string>& paths, const PathSet& code,
                                      const ReadText& read);

// The file that `name` means in `from`, or nothing: relative modules of TypeScript, JavaScript and Python.
std::optional<std::string> resolve_import(const PathSet& code, std::string_view from, std::string_view name,
                                          std::string_view imported);

}  // namespace mcpjury
