// Pipfile.lock: JSON with one table for use and one for each other category. Direct and transitive look
// alike in it.
#include <fmt/format.h>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/python_spec.h"

namespace mcpjury {
namespace {

bool want_pipfile_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && !pointer.starts_with("/_meta/");
}

}  // namespace

Status read_pipfile_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_json_document(source, want_pipfile_line, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  if (root == nullptr || (find(*root, "default") == nullptr && find(*root, "_meta") == nullptr)) {
    return inventory_error(ErrorCode::kNotJson, source.path, "no Pipfile.lock: neither default nor _meta");
  }
  for (const auto& section : *root) {
    const std::string_view category(section.key().data(), section.key().size());
    if (category == "_meta") continue;
    if (!section.value().is_object()) {
      builder.note(fmt::format("{} is no object", category.substr(0, 60)));
      continue;
    }
    for (const auto& entry : section.value().get_object()) {
      const std::string_view name(entry.key().data(), entry.key().size());
      const JsonObject& package = object_or_empty(&entry.value());
      PackageRow row;
      row.ecosystem = "PyPI";
      row.name = name;
      set_python_version(row, find_string(package, "version"));
      for (const std::string_view key : {"git", "file", "path"}) {
        if (row.resolved.empty()) row.resolved = find_string(package, key);
      }
      const JsonArray& hashes = array_or_empty(find(package, "hashes"));
      if (!hashes.empty()) row.integrity = string_or_empty(&hashes.front());
      row.line = document->lines.at(pointer_to({category, name}));
      row.development = category != "default";
      if (row.development) row.group = category == "develop" ? "dev" : category;
      builder.add(std::move(row));
    }
  }
  return Ok{};
}

}  // namespace mcpjury
