// packages.lock.json of NuGet: one table a target framework.
#include <fmt/format.h>

#include <cctype>
#include <map>

#include "base/ascii.h"
#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"

namespace mcpjury {
namespace {

bool want_nuget_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 3 && pointer.starts_with("/dependencies/");
}

// NuGet compares names without case.

void read_framework(std::string_view framework, const JsonObject& packages, const DocumentLines& lines,
                    InventoryBuilder& builder, InventoryGraph& graph) {
  std::map<std::string, std::size_t> places;
  for (const auto& entry : packages) {
    const std::string_view name(entry.key().data(), entry.key().size());
    const JsonObject& package = object_or_empty(&entry.value());
    const std::string_view type = find_string(package, "type");
    if (type == "Project") continue;  // another project of the same solution
    PackageRow row;
    row.ecosystem = "NuGet";
    row.name = name;
    row.version = find_string(package, "resolved");
    row.integrity = find_string(package, "contentHash");
    row.line = lines.at(pointer_to({"dependencies", framework, name}));
    row.direct = type == "Direct";
    places.emplace(ascii::lowered(name), builder.add(std::move(row)));
  }
  const auto place = [&](std::string_view name) {
    const auto found = places.find(ascii::lowered(name));
    return found != places.end() ? found->second : InventoryBuilder::kNoRow;
  };
  for (const auto& entry : packages) {
    const JsonObject& package = object_or_empty(&entry.value());
    const std::size_t parent = place({entry.key().data(), entry.key().size()});
    for (const auto& need : object_or_empty(find(package, "dependencies"))) {
      graph.edge(parent, place({need.key().data(), need.key().size()}));
    }
  }
}

}  // namespace

Status read_nuget_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_json_document(source, want_nuget_line, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  const JsonObject* frameworks = root != nullptr ? find_object(*root, "dependencies") : nullptr;
  if (frameworks == nullptr)
    return inventory_error(ErrorCode::kNotJson, source.path, "no dependencies object");
  InventoryGraph graph;
  for (const auto& entry : *frameworks) {
    read_framework({entry.key().data(), entry.key().size()}, object_or_empty(&entry.value()), document->lines,
                   builder, graph);
  }
  graph.apply(builder, false);
  return Ok{};
}

}  // namespace mcpjury
