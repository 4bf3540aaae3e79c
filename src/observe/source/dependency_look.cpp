#include "observe/source/dependency_look.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/escape.h"
#include "base/redact.h"
#include "packages/inventory.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShownPackages = 20'000;

JsonObject package_json(const PackageRow& row, const std::string& file) {
  JsonObject out{{"ecosystem", row.ecosystem},
                 {"name", clip(row.name, 300)},
                 {"direct", row.direct},
                 {"development", row.development},
                 {"file", file}};
  if (row.range) out["range"] = true;
  if (!row.version.empty()) out["version"] = clip(row.version, 200);
  if (row.line != 0) out["line"] = row.line;
  if (!row.resolved.empty()) out["resolved"] = redact(clip(row.resolved, 500));
  if (!row.integrity.empty()) out["integrity"] = clip(row.integrity, 200);
  if (!row.licence.empty()) out["licence"] = clip(row.licence, 100);
  if (!row.parents.empty()) {
    JsonArray parents;
    for (const std::string& parent : row.parents) parents.push_back(Json(clip(parent, 300)));
    out["parents"] = std::move(parents);
  }
  return out;
}

std::string folder_of_manifest(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

struct ReadFile {
  std::string path, folder;
  Result<Inventory> inventory;
};

// What lock files say is installed, by folder: a manifest of the same folder or below it only says what is
// wanted, and of that what is not locked.
class Locked {
 public:
  void add(const ReadFile& file) {
    for (const PackageRow& row : file.inventory->rows) {
      if (!row.range && !row.version.empty()) names_[row.ecosystem + '\n' + row.name].insert(file.folder);
    }
  }
  bool has(const PackageRow& row, std::string_view folder) const {
    const auto found = names_.find(row.ecosystem + '\n' + row.name);
    return found != names_.end() &&
           std::any_of(found->second.begin(), found->second.end(),
                       [&](const std::string& above) { return folder.starts_with(above); });
  }

 private:
  std::unordered_map<std::string, std::set<std::string>> names_;
};

std::vector<ReadFile> read_inventories(const SourceTree& tree, const SourceLimits& limits) {
  std::vector<ReadFile> out;
  for (const SourceFile& file : tree.files) {
    if (!is_inventory_file(file.path) || is_sample_path(file.path)) continue;
    const auto text = read_source(tree, file.path, limits.inventory_bytes);
    out.push_back(
        {file.path, folder_of_manifest(file.path),
         text ? read_inventory(file.path, *text)
              : Result<Inventory>(Error{ErrorCode::kLimit, "larger than the limit, or not readable"})});
  }
  return out;
}

}  // namespace

FacetRecord look_at_dependencies(const SourceTree& tree, const SourceLimits& limits) {
  const std::vector<ReadFile> files = read_inventories(tree, limits);
  if (files.empty()) {
    if (tree.truncated())
      return {FacetState::kCouldNotSee, "no lock file or manifest among the files that were seen", {}};
    return {FacetState::kAbsent, "no lock file or manifest was found", {}};
  }
  Locked locked;
  for (const ReadFile& file : files) {
    if (file.inventory) locked.add(file);
  }
  JsonArray inventories, packages;
  bool truncated = false, unread = false;
  for (const ReadFile& file : files) {
    JsonObject entry{{"file", file.path}};
    if (!file.inventory) {
      entry["error"] = clip(file.inventory.error().message, 300);
      unread = true;
    } else {
      entry["kind"] = file.inventory->kind;
      entry["packages"] = file.inventory->rows.size();
      truncated = truncated || file.inventory->truncated;
      for (const PackageRow& row : file.inventory->rows) {
        if (row.range && locked.has(row, file.folder)) continue;
        if (packages.size() >= kShownPackages) {
          truncated = true;
          break;
        }
        packages.push_back(package_json(row, file.path));
      }
    }
    inventories.push_back(std::move(entry));
  }
  return {FacetState::kSeen, unread ? "a lock file or manifest could not be read" : "",
          JsonObject{{"inventories", std::move(inventories)},
                     {"packages", std::move(packages)},
                     {"complete", !truncated && !unread},
                     {"truncated", truncated}}};
}

}  // namespace mcpjury
