// package.json, as a manifest: ranges, not what is installed.
#include <fmt/format.h>

#include <set>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/npm_spec.h"

namespace mcpjury {
namespace {

struct Section {
  std::string_view key;
  std::string_view group;
  bool development;
};
constexpr Section kSections[] = {{"dependencies", "", false},
                                 {"optionalDependencies", "optional", false},
                                 {"peerDependencies", "peer", false},
                                 {"devDependencies", "dev", true}};

bool want_npm_manifest_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.find("ependencies/") != std::string_view::npos;
}

std::set<std::string_view> bundled_names(const JsonObject& root, bool& all) {
  std::set<std::string_view> names;
  for (const std::string_view key : {"bundleDependencies", "bundledDependencies"}) {
    const Json* bundled = find(root, key);
    all = all || is_true(bundled);
    for (const Json& name : array_or_empty(bundled)) names.insert(string_or_empty(&name));
  }
  return names;
}

}  // namespace

Status read_npm_manifest(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_json_document(source, want_npm_manifest_line, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  if (root == nullptr) return inventory_error(ErrorCode::kNotJson, source.path, "package.json is no object");
  bool all_bundled = false;
  const auto bundled = bundled_names(*root, all_bundled);
  const JsonObject& peers = object_or_empty(find(*root, "peerDependenciesMeta"));
  for (const Section& section : kSections) {
    const Json* member = find(*root, section.key);
    if (member != nullptr && !member->is_object()) builder.note(fmt::format("{} is no object", section.key));
    for (const auto& entry : object_or_empty(member)) {
      const std::string_view name(entry.key().data(), entry.key().size());
      PackageRow row;
      row.line = document->lines.at(pointer_to({section.key, name}));
      if (!entry.value().is_string()) {
        builder.note(fmt::format("{}: the range of {} is no text", section.key, name), row.line);
      }
      set_npm_range(row, name, string_or_empty(&entry.value()));
      row.direct = true;
      row.development = section.development;
      row.group = section.group;
      if (!section.development && section.group != "peer" && (all_bundled || bundled.count(name) > 0)) {
        row.group = "bundled";
      }
      // An optional peer is not installed by anybody but the user.
      if (section.group == "peer" && is_true(find(object_or_empty(find(peers, name)), "optional"))) {
        row.development = true;
      }
      builder.add(std::move(row));
    }
  }
  for (const std::string_view key : {"overrides", "resolutions"}) {
    if (!object_or_empty(find(*root, key)).empty()) {
      builder.note(fmt::format("{}: versions are replaced by the project; not followed", key));
    }
  }
  return Ok{};
}

}  // namespace mcpjury
