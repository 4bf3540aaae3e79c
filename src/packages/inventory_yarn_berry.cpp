// yarn.lock of Yarn 2 and later: YAML. Workspaces stand in it with what they need, development and use
// together.
#include <fmt/format.h>

#include <map>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"
#include "packages/npm_spec.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

bool want_yarn_berry_line(std::string_view pointer) { return pointer_tokens(pointer) == 1; }

using Descriptors = std::map<std::string, std::size_t, std::less<>>;

// "a@npm:^1, a@npm:^2" names one package by each range that led to it.
void remember(Descriptors& descriptors, std::string_view key, std::size_t row) {
  for (std::size_t at = 0; at <= key.size();) {
    const std::size_t end = std::min(key.find(", ", at), key.size());
    descriptors.emplace(key.substr(at, end - at), row);
    at = end + 2;
  }
}

// "npm:" is the default and may be left away on either side.
std::size_t resolve(const Descriptors& descriptors, std::string_view name, std::string_view range) {
  if (name.size() > kMaxNameBytes || range.size() > kMaxVersionBytes) return InventoryBuilder::kNoRow;
  for (const std::string& key : {fmt::format("{}@{}", name, range), fmt::format("{}@npm:{}", name, range)}) {
    if (const auto found = descriptors.find(key); found != descriptors.end()) return found->second;
  }
  return InventoryBuilder::kNoRow;
}

std::size_t add(std::string_view key, const JsonObject& package, std::uint32_t line,
                InventoryBuilder& builder) {
  std::string_view locator = find_string(package, "resolution");
  if (locator.empty()) locator = key.substr(0, key.find(", "));
  const auto [name, reference] = split_npm_descriptor(locator);
  PackageRow row;
  row.ecosystem = "npm";
  row.name = name;
  row.version = find_string(package, "version");
  row.line = line;
  if (!reference.starts_with("npm:")) row.resolved = reference;
  row.integrity = find_string(package, "checksum");
  return builder.add(std::move(row));
}

}  // namespace

Status read_yarn_berry(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_yaml_document(source, want_yarn_berry_line, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  if (root == nullptr) return inventory_error(ErrorCode::kNotJson, source.path, "the lock file is no map");
  const std::string_view version = find_string(object_or_empty(find(*root, "__metadata")), "version");
  builder.set_kind(fmt::format("yarn.lock-berry-{}", version.substr(0, 10)));
  Descriptors descriptors;
  std::vector<std::size_t> rows;  // in the order of the members
  const auto is_own = [](const JsonObject& package) {
    return find_string(package, "resolution").find("@workspace:") != std::string_view::npos;
  };
  for (const auto& entry : *root) {
    const std::string_view key(entry.key().data(), entry.key().size());
    const JsonObject& package = object_or_empty(&entry.value());
    std::size_t row = InventoryBuilder::kNoRow;
    if (key != "__metadata" && !is_own(package)) {
      row = add(key, package, document->lines.at(pointer_to({key})), builder);
    }
    rows.push_back(row);
    if (row != InventoryBuilder::kNoRow) remember(descriptors, key, row);
  }
  InventoryGraph graph;
  std::size_t at = 0;
  for (const auto& entry : *root) {
    const JsonObject& package = object_or_empty(&entry.value());
    const std::size_t parent = rows[at++];
    for (const auto& need : object_or_empty(find(package, "dependencies"))) {
      const std::size_t child =
          resolve(descriptors, {need.key().data(), need.key().size()}, string_or_empty(&need.value()));
      if (is_own(package)) {
        graph.root(child, false);
      } else {
        graph.edge(parent, child);
      }
    }
  }
  graph.apply(builder, false);
  return Ok{};
}

}  // namespace mcpjury
