// package-lock.json and npm-shrinkwrap.json, versions 1 to 3.
//
// Version 1 is a tree of "dependencies"; 2 and 3 name each folder of node_modules. Both are brought to
// folders first, because npm finds a dependency by going up from the folder of who needs it.
#include <fmt/format.h>

#include <map>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"
#include "packages/npm_spec.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxFolderBytes = 1'000;
constexpr std::size_t kMaxLookUps = 2'000'000;  // of folders, over the whole file
constexpr std::string_view kModules = "node_modules/";

bool want_package(std::string_view pointer) {
  return pointer_tokens(pointer) == 2 && pointer.starts_with("/packages/");
}
bool want_dependency(std::string_view pointer) { return pointer_token(pointer, 1) == "dependencies"; }

class LockReader {
 public:
  LockReader(const Document& document, InventoryBuilder& builder) : document_(document), builder_(builder) {}

  void read_packages(const JsonObject& packages) {
    for (const auto& entry : packages) {
      if (entry.value().is_object()) {
        add_package({entry.key().data(), entry.key().size()}, entry.value().get_object());
      } else {
        builder_.note(fmt::format("packages: {} is no object", std::string_view(entry.key())));
      }
    }
    for (const auto& entry : packages) {
      const std::string_view folder(entry.key().data(), entry.key().size());
      const JsonObject& package = object_or_empty(&entry.value());
      // The project itself and its workspaces stand outside of node_modules.
      const bool own = folder.find(kModules) == std::string_view::npos;
      link(folder, package, "dependencies", own, false);
      link(folder, package, "optionalDependencies", own, false);
      link(folder, package, "peerDependencies", own, false);
      if (own) link(folder, package, "devDependencies", own, true);
    }
    graph_.apply(builder_, false);
  }

  void read_tree(const JsonObject& dependencies) {
    add_tree("", "", dependencies);
    link_tree("", dependencies);
    graph_.apply(builder_, false);
  }

 private:
  void add_package(std::string_view folder, const JsonObject& package) {
    const std::size_t at = folder.rfind(kModules);
    if (at == std::string_view::npos || is_true(find(package, "link"))) return;
    if (folder.size() > kMaxFolderBytes) {
      builder_.note(fmt::format("packages: a folder name longer than {} bytes", kMaxFolderBytes));
      return;
    }
    const std::string_view real = find_string(package, "name");
    add(folder, real.empty() ? folder.substr(at + kModules.size()) : real, package,
        document_.lines.at(pointer_to({"packages", folder})));
  }

  void add(std::string_view folder, std::string_view name, const JsonObject& package, std::uint32_t line) {
    PackageRow row;
    row.line = line;
    row.resolved = find_string(package, "resolved");
    set_npm_version(row, name, find_string(package, "version"));
    row.integrity = find_string(package, "integrity");
    row.licence = find_string(package, "license");
    row.has_install_script = is_true(find(package, "hasInstallScript"));
    // "devOptional" is also an optional dependency of something that is used.
    row.development = is_true(find(package, "dev"));
    if (row.development) {
      row.group = "dev";
    } else if (is_true(find(package, "inBundle")) || is_true(find(package, "bundled"))) {
      row.group = "bundled";
    } else if (is_true(find(package, "optional")) || is_true(find(package, "devOptional"))) {
      row.group = "optional";
    } else if (is_true(find(package, "peer"))) {
      row.group = "peer";
    }
    folders_.emplace(folder, builder_.add(std::move(row)));
  }

  void link(std::string_view folder, const JsonObject& package, std::string_view section, bool own,
            bool development) {
    for (const auto& entry : object_or_empty(find(package, section))) {
      const std::size_t child = find_from(folder, {entry.key().data(), entry.key().size()});
      if (own) {
        graph_.root(child, development);
      } else if (const auto parent = folders_.find(folder); parent != folders_.end()) {
        graph_.edge(parent->second, child);
      }
    }
  }

  // The folder where Node would find `name` from `folder`: its own modules, then those of each folder above.
  std::size_t find_from(std::string_view folder, std::string_view name) {
    if (folder.size() > kMaxFolderBytes || name.size() > kMaxNameBytes) return InventoryBuilder::kNoRow;
    for (;;) {
      if (++look_ups_ >= kMaxLookUps) {
        if (look_ups_ == kMaxLookUps)
          builder_.note("too many dependencies to follow; parents are incomplete");
        return InventoryBuilder::kNoRow;
      }
      std::string path(folder);
      if (!path.empty()) path += '/';
      path.append(kModules).append(name);
      if (const auto found = folders_.find(path); found != folders_.end()) return found->second;
      if (folder.empty()) return InventoryBuilder::kNoRow;
      const std::size_t above = folder.rfind("/node_modules/");
      folder = above == std::string_view::npos ? std::string_view() : folder.substr(0, above);
    }
  }

  // Recursion is bounded by the depth of the JSON text.
  void add_tree(const std::string& folder, const std::string& pointer, const JsonObject& tree) {
    if (folder.size() > kMaxFolderBytes) {
      builder_.note(fmt::format("dependencies nested beyond {} bytes of folder name", kMaxFolderBytes));
      return;
    }
    for (const auto& entry : tree) {
      const std::string_view name(entry.key().data(), entry.key().size());
      const JsonObject* package = entry.value().if_object();
      if (package == nullptr || name.size() > kMaxNameBytes) {
        builder_.note(fmt::format("dependencies: {} cannot be read", name));
        continue;
      }
      const std::string below = folder_below(folder, name);
      const std::string here = pointer + "/dependencies/" + pointer_escape(name);
      add(below, name, *package, document_.lines.at(here));
      add_tree(below, here, object_or_empty(find(*package, "dependencies")));
    }
  }

  void link_tree(const std::string& folder, const JsonObject& tree) {
    if (folder.size() > kMaxFolderBytes) return;
    for (const auto& entry : tree) {
      const std::string_view name(entry.key().data(), entry.key().size());
      if (name.size() > kMaxNameBytes) continue;
      const JsonObject& package = object_or_empty(&entry.value());
      const std::string below = folder_below(folder, name);
      link(below, package, "requires", false, false);
      link_tree(below, object_or_empty(find(package, "dependencies")));
    }
  }

  static std::string folder_below(const std::string& folder, std::string_view name) {
    std::string out = folder.empty() ? std::string(kModules) : folder + "/" + std::string(kModules);
    out += name;
    return out;
  }

  const Document& document_;
  InventoryBuilder& builder_;
  InventoryGraph graph_;
  std::size_t look_ups_ = 0;
  std::map<std::string, std::size_t, std::less<>> folders_;
};

}  // namespace

Status read_npm_lock(const InventorySource& source, InventoryBuilder& builder) {
  const std::string_view kind =
      source.path.ends_with("npm-shrinkwrap.json") ? "npm-shrinkwrap" : "package-lock";
  const bool tree_wanted = source.text.find("\"packages\"") == std::string_view::npos;
  auto document = read_json_document(source, tree_wanted ? want_dependency : want_package, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  if (root == nullptr) return inventory_error(ErrorCode::kNotJson, source.path, "the lock file is no object");
  const Json* number = find(*root, "lockfileVersion");
  const std::int64_t version = number != nullptr && number->is_int64() ? number->get_int64() : 0;
  const JsonObject* packages = find_object(*root, "packages");
  const JsonObject* tree = find_object(*root, "dependencies");
  if (packages == nullptr && tree == nullptr && version == 0) {
    return inventory_error(ErrorCode::kNotJson, source.path, "no lockfileVersion, packages or dependencies");
  }
  builder.set_kind(version == 0 ? std::string(kind) : fmt::format("{}-v{}", kind, version));
  if (version < 1 || version > 3) builder.note("unknown lockfileVersion; read by its shape");
  LockReader reader(*document, builder);
  if (packages != nullptr) {
    reader.read_packages(*packages);
  } else if (tree != nullptr) {
    reader.read_tree(*tree);
  }
  return Ok{};
}

}  // namespace mcpjury
