// The files of the pages as they were linked in: script, style sheet, icon. They live as long as the program.
#pragma once

#include <span>
#include <string_view>

namespace mcpjury {

struct PageAsset {
  std::string_view name;    // "app.js": served as /assets/app.js
  std::string_view type;    // of the Content-Type header
  std::string_view sha256;  // of `bytes`, hex: the strong ETag
  std::string_view bytes;
  std::string_view gz;  // the same, for clients that accept gzip
};

std::span<const PageAsset> page_assets();
// Null when there is none of this name.
const PageAsset* find_page_asset(std::string_view name);

}  // namespace mcpjury
