#include "packages/toml.h"

#include "packages/document.h"

namespace mcpjury {

Result<Json> read_toml(std::string_view name, std::string_view text) {
  if (text.size() > kMaxInventoryBytes)
    return inventory_error(ErrorCode::kLimit, name, "larger than can be read");
  InventoryBuilder unused;
  auto document = read_toml_document(
      {name, text}, [](std::string_view) { return false; }, unused);
  if (!document) return document.error();
  return std::move(document->values.front());
}

}  // namespace mcpjury
