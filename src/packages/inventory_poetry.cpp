// poetry.lock, versions 1 and 2. Which packages the project itself names stands in pyproject.toml only.
#include <fmt/format.h>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/python_lock.h"

namespace mcpjury {
namespace {

bool want_poetry_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/package/");
}

// Version 1 has a category, version 2.1 a list of groups; in between nothing is said.
bool is_development(const JsonObject& package) {
  if (find_string(package, "category") == "dev") return true;
  const JsonArray& groups = array_or_empty(find(package, "groups"));
  for (const Json& group : groups) {
    if (string_or_empty(&group) == "main") return false;
  }
  return !groups.empty();
}

std::string_view first_hash(const Json* files) {
  const JsonArray& array = array_or_empty(files);
  return array.empty() ? std::string_view() : find_string(object_or_empty(&array.front()), "hash");
}

}  // namespace

Status read_poetry_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_toml_document(source, want_poetry_line, builder);
  if (!document) return document.error();
  const JsonObject& root = object_or_empty(&document->root());
  if (find_array(root, "package") == nullptr && find_object(root, "metadata") == nullptr) {
    return inventory_error(ErrorCode::kNotJson, source.path, "neither packages nor metadata");
  }
  const JsonObject& metadata = object_or_empty(find(root, "metadata"));
  PythonLock lock(builder);
  std::size_t index = 0;
  for (const Json& value : array_or_empty(find(root, "package"))) {
    const JsonObject& package = object_or_empty(&value);
    PackageRow row;
    row.line = document->lines.at(fmt::format("/package/{}", index++));
    row.name = find_string(package, "name");
    row.version = find_string(package, "version");
    row.development = is_development(package);
    if (row.development) row.group = "dev";
    if (!row.development && is_true(find(package, "optional"))) row.group = "optional";
    row.resolved = find_string(object_or_empty(find(package, "source")), "url");
    row.integrity = first_hash(find(package, "files"));
    if (row.integrity.empty()) {
      row.integrity = first_hash(find(object_or_empty(find(metadata, "files")), row.name));
    }
    const std::size_t parent = lock.add(std::move(row));
    for (const auto& need : object_or_empty(find(package, "dependencies"))) {
      lock.need(parent, {need.key().data(), need.key().size()});
    }
  }
  lock.finish(false);
  return Ok{};
}

}  // namespace mcpjury
