// Private to observe/source: small questions about paths and files of a tree.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "observe/source/source_tree.h"

namespace mcpjury {

std::string_view file_name(std::string_view path);
// With the slash; empty for a file of the root.
std::string folder_of(std::string_view path);
// The tree is sorted: a binary search.
bool has_file(const SourceTree& tree, std::string_view path);
// "a/" and "./b/../c.js" give "a/c.js"; nothing when the way leads out of the tree.
std::optional<std::string> joined_path(std::string_view folder, std::string_view relative);
// Text with a NUL near its beginning is no text.
bool is_binary(std::string_view text);

}  // namespace mcpjury
