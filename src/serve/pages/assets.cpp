#include "serve/pages/assets.h"

#include <array>

// assets.S holds the bytes, assets_table.inc one MCPJURY_ASSET line a file; both come from web/build.mjs.
#define MCPJURY_ASSET(symbol, name, type, sum, length, packed) extern "C" const char symbol[], symbol##_gz[];
#include "generated/assets_table.inc"
#undef MCPJURY_ASSET

namespace mcpjury {
namespace {

const auto kAssets = std::to_array<PageAsset>({
#define MCPJURY_ASSET(symbol, name, type, sum, length, packed) \
  {name, type, sum, {symbol, length}, {symbol##_gz, packed}},
#include "generated/assets_table.inc"
#undef MCPJURY_ASSET
});

}  // namespace

std::span<const PageAsset> page_assets() { return kAssets; }

const PageAsset* find_page_asset(std::string_view name) {
  for (const PageAsset& asset : kAssets) {
    if (asset.name == name) return &asset;
  }
  return nullptr;
}

}  // namespace mcpjury
