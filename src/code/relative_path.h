// Paths of a project: relative to its root, with "/". Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

// "a/b" of "a/b/c.ts"; empty at the root.
std::string parent_folder(std::string_view path);
// "a/b" and "../c" give "a/c"; nothing when it leaves the root.
std::optional<std::string> resolved_path(std::string folder, std::string_view relative);

}  // namespace mcpjury
