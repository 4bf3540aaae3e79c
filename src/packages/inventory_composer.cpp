// composer.lock. Which packages the project itself names stands in composer.json only.
#include <fmt/format.h>

#include <map>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"

namespace mcpjury {
namespace {

bool want_composer_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/packages");
}

std::string licences(const Json* list) {
  std::string out;
  for (const Json& one : array_or_empty(list)) {
    if (out.size() > 200) break;
    if (!out.empty()) out += " OR ";
    out += string_or_empty(&one);
  }
  return out;
}

}  // namespace

Status read_composer_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_json_document(source, want_composer_line, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  if (root == nullptr ||
      (find_array(*root, "packages") == nullptr && find_array(*root, "packages-dev") == nullptr)) {
    return inventory_error(ErrorCode::kNotJson, source.path, "neither packages nor packages-dev");
  }
  std::map<std::string, std::size_t, std::less<>> places;
  for (const std::string_view section : {"packages", "packages-dev"}) {
    std::size_t index = 0;
    for (const Json& value : array_or_empty(find(*root, section))) {
      const JsonObject& package = object_or_empty(&value);
      const JsonObject& dist = object_or_empty(find(package, "dist"));
      PackageRow row;
      row.ecosystem = "Packagist";
      row.name = find_string(package, "name");
      row.version = find_string(package, "version");
      row.resolved = find_string(dist, "url");
      if (row.resolved.empty()) row.resolved = find_string(object_or_empty(find(package, "source")), "url");
      row.integrity = find_string(dist, "shasum");
      row.licence = licences(find(package, "license"));
      row.development = section == "packages-dev";
      if (row.development) row.group = "dev";
      row.line = document->lines.at(fmt::format("/{}/{}", section, index++));
      const std::string name = row.name.substr(0, kMaxNameBytes);
      places.emplace(name, builder.add(std::move(row)));
    }
  }
  InventoryGraph graph;
  const auto place = [&](std::string_view name) {
    const auto found = places.find(name);
    return found != places.end() ? found->second : InventoryBuilder::kNoRow;
  };
  for (const std::string_view section : {"packages", "packages-dev"}) {
    for (const Json& value : array_or_empty(find(*root, section))) {
      const JsonObject& package = object_or_empty(&value);
      const std::size_t parent = place(find_string(package, "name"));
      for (const auto& need : object_or_empty(find(package, "require"))) {
        graph.edge(parent, place({need.key().data(), need.key().size()}));
      }
    }
  }
  graph.apply(builder, false);
  return Ok{};
}

}  // namespace mcpjury
