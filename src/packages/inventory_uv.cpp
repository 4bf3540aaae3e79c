// uv.lock. The project and its workspace members are in it, so direct and development are known.
#include <fmt/format.h>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/python_lock.h"

namespace mcpjury {
namespace {

bool want_uv_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/package/");
}

bool is_own(const JsonObject& source) {
  return source.contains("virtual") || source.contains("editable") || source.contains("directory");
}

std::string_view hash_of(const JsonObject& package) {
  const auto sdist = find_string(object_or_empty(find(package, "sdist")), "hash");
  const JsonArray& wheels = array_or_empty(find(package, "wheels"));
  if (!sdist.empty() || wheels.empty()) return sdist;
  return find_string(object_or_empty(&wheels.front()), "hash");
}

void own_needs(PythonLock& lock, const Json* list, bool development) {
  for (const Json& need : array_or_empty(list)) {
    const JsonObject& entry = object_or_empty(&need);
    lock.root(find_string(entry, "name"), development, find_string(entry, "version"));
  }
}

void own_groups(PythonLock& lock, const Json* table, bool development) {
  for (const auto& entry : object_or_empty(table)) own_needs(lock, &entry.value(), development);
}

void needs(PythonLock& lock, std::size_t parent, const Json* list) {
  for (const Json& need : array_or_empty(list)) {
    const JsonObject& entry = object_or_empty(&need);
    lock.need(parent, find_string(entry, "name"), find_string(entry, "version"));
  }
}

}  // namespace

Status read_uv_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_toml_document(source, want_uv_line, builder);
  if (!document) return document.error();
  const JsonObject& root = object_or_empty(&document->root());
  const Json* version = find(root, "version");
  if (version == nullptr)
    return inventory_error(ErrorCode::kNotJson, source.path, "no version of the format");
  if (!version->is_int64() || version->get_int64() != 1) builder.note("unknown version; read by its shape");
  PythonLock lock(builder);
  std::size_t index = 0;
  for (const Json& value : array_or_empty(find(root, "package"))) {
    const std::uint32_t line = document->lines.at(fmt::format("/package/{}", index++));
    const JsonObject& package = object_or_empty(&value);
    const JsonObject& from = object_or_empty(find(package, "source"));
    if (is_own(from)) {
      own_needs(lock, find(package, "dependencies"), false);
      own_groups(lock, find(package, "optional-dependencies"), false);
      own_groups(lock, find(package, "dev-dependencies"), true);
      continue;
    }
    PackageRow row;
    row.line = line;
    row.name = find_string(package, "name");
    row.version = find_string(package, "version");
    row.integrity = hash_of(package);
    for (const std::string_view key : {"git", "url", "path"}) {
      if (row.resolved.empty()) row.resolved = find_string(from, key);
    }
    if (row.resolved.empty()) row.resolved = find_string(object_or_empty(find(package, "sdist")), "url");
    const std::size_t parent = lock.add(std::move(row));
    needs(lock, parent, find(package, "dependencies"));
    for (const auto& extra : object_or_empty(find(package, "optional-dependencies"))) {
      needs(lock, parent, &extra.value());
    }
  }
  lock.finish(true);
  return Ok{};
}

}  // namespace mcpjury
