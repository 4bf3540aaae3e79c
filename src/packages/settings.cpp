#include "packages/settings.h"

#include "packages/document.h"

namespace mcpjury {
namespace {

Result<Settings> settings_of(Result<Document> document, InventoryBuilder& notes) {
  if (!document) return document.error();
  Settings out;
  out.value = std::move(document->values.front());
  out.lines = document->lines.take();
  out.noted = !notes.take().notes.empty();
  return out;
}

}  // namespace

Result<Settings> read_toml_settings(std::string_view name, std::string_view text,
                                    bool (*want)(std::string_view)) {
  if (text.size() > kMaxInventoryBytes)
    return inventory_error(ErrorCode::kLimit, name, "larger than can be read");
  InventoryBuilder notes;
  return settings_of(read_toml_document({name, text}, want, notes), notes);
}

Result<Settings> read_yaml_settings(std::string_view name, std::string_view text,
                                    bool (*want)(std::string_view)) {
  if (text.size() > kMaxInventoryBytes)
    return inventory_error(ErrorCode::kLimit, name, "larger than can be read");
  InventoryBuilder notes;
  return settings_of(read_yaml_document({name, text}, want, notes), notes);
}

}  // namespace mcpjury
