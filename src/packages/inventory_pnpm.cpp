// pnpm-lock.yaml, versions 5 to 9.
//
// 5: keys "/name/1.2.3_peers", 6: "/name@1.2.3(peers)", 9: "name@1.2.3" with the graph apart in "snapshots".
#include <fmt/format.h>

#include <charconv>
#include <map>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"
#include "packages/npm_spec.h"

namespace mcpjury {
namespace {

bool want_pnpm_line(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/packages/");
}

std::string_view without_peers(std::string_view key) { return key.substr(0, key.find('(')); }

std::string_view key_of(const boost::json::key_value_pair& entry) {
  return {entry.key().data(), entry.key().size()};
}

struct Named {
  std::string_view name, version;
};

Named split_slashed(std::string_view key) {
  const std::size_t slash = key.rfind('/');
  if (slash == std::string_view::npos) return {key, {}};
  const std::string_view version = key.substr(slash + 1);
  return {key.substr(0, slash), version.substr(0, version.find('_'))};
}

class PnpmReader {
 public:
  PnpmReader(const Document& document, InventoryBuilder& builder) : document_(document), builder_(builder) {}

  void read(const JsonObject& root, int version) {
    version_ = version;
    for (const auto& entry : object_or_empty(find(root, "packages"))) {
      add(key_of(entry), object_or_empty(&entry.value()));
    }
    const JsonObject& snapshots = object_or_empty(find(root, "snapshots"));
    for (const auto& entry : snapshots) {
      const auto base = nodes_.find(without_peers(key_of(entry)));
      if (base != nodes_.end()) nodes_.emplace(key_of(entry), base->second);
    }
    for (const auto& entry : snapshots.empty() ? object_or_empty(find(root, "packages")) : snapshots) {
      const auto parent = nodes_.find(key_of(entry));
      if (parent == nodes_.end()) continue;
      for (const std::string_view section : {"dependencies", "optionalDependencies"}) {
        for (const auto& need : object_or_empty(find(object_or_empty(&entry.value()), section))) {
          graph_.edge(parent->second, resolve(key_of(need), string_or_empty(&need.value())));
        }
      }
    }
    if (const JsonObject* importers = find_object(root, "importers")) {
      for (const auto& entry : *importers) read_importer(object_or_empty(&entry.value()));
    } else {
      read_importer(root);
    }
    // Up to 6 each package says whether it is for development; later only the graph does.
    graph_.apply(builder_, version >= 9);
  }

 private:
  void add(std::string_view key, const JsonObject& package) {
    PackageRow row;
    row.line = document_.lines.at(pointer_to({"packages", key}));
    const JsonObject& resolution = object_or_empty(find(package, "resolution"));
    row.resolved = find_string(resolution, "tarball");
    if (row.resolved.empty()) row.resolved = find_string(resolution, "repo");
    Named named = split(key);
    if (const auto name = find_string(package, "name"); !name.empty()) named.name = name;
    if (const auto given = find_string(package, "version"); !given.empty()) named.version = given;
    set_npm_version(row, named.name, named.version);
    row.integrity = find_string(resolution, "integrity");
    row.has_install_script = is_true(find(package, "requiresBuild"));
    row.development = is_true(find(package, "dev"));
    row.group = row.development ? "dev" : is_true(find(package, "optional")) ? "optional" : "";
    nodes_.emplace(key, builder_.add(std::move(row)));
  }

  Named split(std::string_view key) const {
    const bool slash = key.starts_with("/");
    if (slash) key.remove_prefix(1);
    if (version_ < 6) {
      // Without the slash the address of a registry stands in front.
      if (!slash && key.find('/') != std::string_view::npos) key.remove_prefix(key.find('/') + 1);
      return split_slashed(key);
    }
    const auto [name, version] = split_npm_descriptor(without_peers(key));
    return {name, version};
  }

  std::size_t resolve(std::string_view name, std::string_view reference) const {
    if (reference.empty() || name.size() > kMaxNameBytes || reference.size() > 4 * kMaxVersionBytes) {
      return InventoryBuilder::kNoRow;
    }
    for (const std::string& key :
         {std::string(reference), fmt::format("/{}/{}", name, reference),
          fmt::format("/{}@{}", name, reference), fmt::format("{}@{}", name, reference)}) {
      if (const auto found = nodes_.find(key); found != nodes_.end()) return found->second;
    }
    return InventoryBuilder::kNoRow;
  }

  void read_importer(const JsonObject& importer) {
    for (const std::string_view section : {"dependencies", "optionalDependencies", "devDependencies"}) {
      for (const auto& entry : object_or_empty(find(importer, section))) {
        const JsonObject* described = entry.value().if_object();
        const std::string_view reference =
            described != nullptr ? find_string(*described, "version") : string_or_empty(&entry.value());
        graph_.root(resolve(key_of(entry), reference), section == "devDependencies");
      }
    }
  }

  const Document& document_;
  InventoryBuilder& builder_;
  InventoryGraph graph_;
  std::map<std::string, std::size_t, std::less<>> nodes_;
  int version_ = 0;
};

}  // namespace

Status read_pnpm_lock(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_yaml_document(source, want_pnpm_line, builder);
  if (!document) return document.error();
  bool any = false;
  for (const Json& value : document->values) {
    const JsonObject* root = value.if_object();
    const std::string_view text =
        root != nullptr ? find_string(*root, "lockfileVersion") : std::string_view();
    int version = 0;
    std::from_chars(text.data(), text.data() + text.size(), version);
    if (version == 0) continue;
    any = true;
    builder.set_kind(fmt::format("pnpm-lock-v{}", version));
    if (version < 5 || version > 9) builder.note("unknown lockfileVersion; read by its shape");
    PnpmReader(*document, builder).read(*root, version);
  }
  if (!any) return inventory_error(ErrorCode::kNotJson, source.path, "no lockfileVersion");
  return Ok{};
}

}  // namespace mcpjury
