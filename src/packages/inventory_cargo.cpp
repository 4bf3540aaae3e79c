// Cargo.lock (versions 1 to 4) and Cargo.toml.
#include <fmt/format.h>

#include <map>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

bool want_lock_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/package/");
}
bool want_manifest_line(std::string_view pointer) {
  return pointer_token(pointer, 1).find("dependencies") != std::string_view::npos;
}

using Places = std::multimap<std::string, std::size_t, std::less<>>;

// "name", "name 1.2.3" or "name 1.2.3 (source)". A name alone is the only one of that name.
std::size_t resolve(const Places& places, const InventoryBuilder& builder, std::string_view need) {
  const std::string_view name = take_word(need);
  const std::string_view version = take_word(need);
  const auto [begin, end] = places.equal_range(name);
  int looked = 0;
  for (auto at = begin; at != end && looked < 64; ++at, ++looked) {
    if (version.empty() || builder.rows()[at->second].version == version) return at->second;
  }
  return InventoryBuilder::kNoRow;
}

void add_section(const Json* table, const std::string& pointer, std::string_view group,
                 const DocumentLines& lines, InventoryBuilder& builder) {
  for (const auto& entry : object_or_empty(table)) {
    const std::string_view name(entry.key().data(), entry.key().size());
    if (name.size() > kMaxNameBytes) continue;
    PackageRow row;
    row.ecosystem = "crates.io";
    row.name = name;
    row.direct = true;
    row.group = group;
    row.development = group == "dev" || group == "build";
    row.line = lines.at(pointer + "/" + pointer_escape(name));
    if (const JsonObject* described = entry.value().if_object()) {
      // The version stands in the workspace's own Cargo.toml.
      if (is_true(find(*described, "workspace"))) row.group = group.empty() ? "workspace" : group;
      if (const auto real = find_string(*described, "package"); !real.empty()) row.name = real;
      row.version = find_string(*described, "version");
      for (const std::string_view key : {"git", "path"}) {
        if (row.resolved.empty()) row.resolved = find_string(*described, key);
      }
      if (row.group.empty() && is_true(find(*described, "optional"))) row.group = "optional";
    } else {
      row.version = string_or_empty(&entry.value());
    }
    row.range = true;
    builder.add(std::move(row));
  }
}

void add_sections(const JsonObject& table, const std::string& pointer, const DocumentLines& lines,
                  InventoryBuilder& builder) {
  add_section(find(table, "dependencies"), pointer + "/dependencies", "", lines, builder);
  for (const std::string_view key : {"dev-dependencies", "dev_dependencies"}) {
    add_section(find(table, key), fmt::format("{}/{}", pointer, key), "dev", lines, builder);
  }
  for (const std::string_view key : {"build-dependencies", "build_dependencies"}) {
    add_section(find(table, key), fmt::format("{}/{}", pointer, key), "build", lines, builder);
  }
}

}  // namespace

Status read_cargo_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_toml_document(source, want_lock_line, builder);
  if (!document) return document.error();
  const JsonObject& root = object_or_empty(&document->root());
  const JsonArray& packages = array_or_empty(find(root, "package"));
  if (packages.empty() && find(root, "version") == nullptr) {
    return inventory_error(ErrorCode::kNotJson, source.path, "neither packages nor a version");
  }
  const JsonObject& metadata = object_or_empty(find(root, "metadata"));  // checksums of version 1
  Places places;
  std::vector<std::size_t> rows;
  for (const Json& value : packages) {
    const JsonObject& package = object_or_empty(&value);
    PackageRow row;
    row.ecosystem = "crates.io";
    row.name = find_string(package, "name");
    row.version = find_string(package, "version");
    row.resolved = find_string(package, "source");
    row.integrity = find_string(package, "checksum");
    row.line = document->lines.at(fmt::format("/package/{}", rows.size()));
    std::size_t at = InventoryBuilder::kNoRow;
    // Without a source it is a member of the workspace.
    if (!row.resolved.empty()) {
      if (row.integrity.empty() && row.name.size() < kMaxNameBytes && !metadata.empty()) {
        row.integrity =
            find_string(metadata, fmt::format("checksum {} {} ({})", row.name, row.version, row.resolved));
      }
      std::string name = row.name;
      at = builder.add(std::move(row));
      if (at != InventoryBuilder::kNoRow) places.emplace(std::move(name), at);
    }
    rows.push_back(at);
  }
  InventoryGraph graph;
  std::size_t index = 0;
  for (const Json& value : packages) {
    const JsonObject& package = object_or_empty(&value);
    const bool own = find_string(package, "source").empty();
    const std::size_t parent = rows[index++];
    for (const Json& need : array_or_empty(find(package, "dependencies"))) {
      const std::size_t child = resolve(places, builder, string_or_empty(&need));
      if (own) {
        graph.root(child, false);
      } else {
        graph.edge(parent, child);
      }
    }
  }
  graph.apply(builder, false);
  return Ok{};
}

Status read_cargo_manifest(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_toml_document(source, want_manifest_line, builder);
  if (!document) return document.error();
  const JsonObject& root = object_or_empty(&document->root());
  if (find(root, "package") == nullptr && find(root, "workspace") == nullptr &&
      find(root, "project") == nullptr) {
    return inventory_error(ErrorCode::kNotJson, source.path, "neither a package nor a workspace");
  }
  add_sections(root, "", document->lines, builder);
  for (const auto& entry : object_or_empty(find(root, "target"))) {
    const std::string_view target(entry.key().data(), entry.key().size());
    if (target.size() > kMaxNameBytes) continue;
    add_sections(object_or_empty(&entry.value()), "/target/" + pointer_escape(target), document->lines,
                 builder);
  }
  add_section(find(object_or_empty(find(root, "workspace")), "dependencies"), "/workspace/dependencies",
              "workspace", document->lines, builder);
  if (!object_or_empty(find(root, "patch")).empty())
    builder.note("patch: packages are replaced; not followed");
  return Ok{};
}

}  // namespace mcpjury
