// pdm.lock. Groups are named from version 4.4 on; before that nothing tells development from use.
#include <fmt/format.h>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/python_lock.h"
#include "packages/python_spec.h"

namespace mcpjury {
namespace {

bool want_pdm_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/package/");
}

void set_groups(PackageRow& row, const JsonArray& groups) {
  bool used = groups.empty();
  for (const Json& value : groups) {
    const std::string_view group = string_or_empty(&value);
    used = used || group == "default";
    if (row.group.empty() && group != "default") row.group = group;
  }
  row.development = !used;
  if (used) row.group.clear();
}

}  // namespace

Status read_pdm_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_toml_document(source, want_pdm_line, builder);
  if (!document) return document.error();
  const JsonObject& root = object_or_empty(&document->root());
  if (find_array(root, "package") == nullptr && find_object(root, "metadata") == nullptr) {
    return inventory_error(ErrorCode::kNotJson, source.path, "neither packages nor metadata");
  }
  PythonLock lock(builder);
  std::size_t index = 0;
  for (const Json& value : array_or_empty(find(root, "package"))) {
    const JsonObject& package = object_or_empty(&value);
    PackageRow row;
    row.line = document->lines.at(fmt::format("/package/{}", index++));
    row.name = find_string(package, "name");
    row.version = find_string(package, "version");
    set_groups(row, array_or_empty(find(package, "groups")));
    for (const std::string_view key : {"git", "url", "path"}) {
      if (row.resolved.empty()) row.resolved = find_string(package, key);
    }
    const JsonArray& files = array_or_empty(find(package, "files"));
    if (!files.empty()) row.integrity = find_string(object_or_empty(&files.front()), "hash");
    const std::size_t parent = lock.add(std::move(row));
    for (const Json& need : array_or_empty(find(package, "dependencies"))) {
      if (const auto read = read_python_requirement(string_or_empty(&need))) lock.need(parent, read->name);
    }
  }
  lock.finish(false);
  return Ok{};
}

}  // namespace mcpjury
