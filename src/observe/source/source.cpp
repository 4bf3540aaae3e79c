#include "observe/source/source.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/files/tool_list.h"
#include "observe/source/project_facts.h"
#include "observe/source/tool_files.h"
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

// Lock files say what is installed, manifests only what is wanted: rows of a manifest are kept when no lock
// file of the same ecosystem lies beside it.
FacetRecord dependencies_facet(const SourceTree& tree, const SourceLimits& limits) {
  JsonArray inventories, packages;
  bool truncated = false, any = false;
  for (const SourceFile& file : tree.files) {
    if (!is_inventory_file(file.path) || is_sample_path(file.path)) continue;
    any = true;
    JsonObject entry{{"file", file.path}};
    const auto text = read_source(tree, file.path, limits.inventory_bytes);
    auto inventory =
        text ? read_inventory(file.path, *text)
             : Result<Inventory>(Error{ErrorCode::kLimit, "larger than the limit, or not readable"});
    if (!inventory) {
      entry["error"] = clip(inventory.error().message, 300);
    } else {
      entry["kind"] = inventory->kind;
      entry["packages"] = inventory->rows.size();
      truncated = truncated || inventory->truncated;
      for (const PackageRow& row : inventory->rows) {
        if (packages.size() >= kShownPackages) {
          truncated = true;
          break;
        }
        packages.push_back(package_json(row, file.path));
      }
    }
    inventories.push_back(std::move(entry));
  }
  if (!any) return {FacetState::kAbsent, "no lock file or manifest was found", {}};
  return {FacetState::kSeen,
          {},
          JsonObject{{"inventories", std::move(inventories)},
                     {"packages", std::move(packages)},
                     {"complete", !truncated},
                     {"truncated", truncated}}};
}

JsonObject source_facet(const SourceTree& tree, const SourceLimits& limits) {
  std::map<std::string, std::uint64_t> languages;
  for (const SourceFile& file : tree.files) {
    if (const std::string_view language = language_of(file.path); !language.empty())
      ++languages[std::string(language)];
  }
  JsonObject counted;
  for (const auto& [language, files] : languages) counted[language] = files;
  JsonObject out{{"root", "."},
                 {"file_count", tree.files.size()},
                 {"bytes", tree.bytes},
                 {"languages", std::move(counted)},
                 {"truncated", tree.truncated},
                 {"licences", licence_facts(tree, limits)},
                 {"install_hooks", install_hooks(tree, limits)},
                 {"health", health_facts(tree, limits)},
                 {"secrets", source_secrets(tree, limits)}};
  if (JsonObject vcs = vcs_facts(tree); !vcs.empty()) out["vcs"] = std::move(vcs);
  return out;
}

std::string shown_folder(const std::string& folder) {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::weakly_canonical(folder, failed);
  return failed ? folder : path.string();
}

}  // namespace

Result<Evidence> observe_source(const SourceOptions& options) {
  auto tree = walk_source(options.folder, options.source);
  if (!tree) return tree.error();
  Evidence evidence;
  JsonObject discovery{{"tier", 0}, {"method", "none"}, {"candidates", 0}};
  if (auto found = find_tool_file(*tree, options.source, options.limits, options.observed_at)) {
    evidence = std::move(found->evidence);
    discovery = {{"tier", found->tier},
                 {"method", found->tier == 1 ? "usual file name" : "JSON file in the tree"},
                 {"candidates", found->candidates}};
  } else {
    reset_facets_for_tool_list(evidence);
    evidence.facet(Facet::kDefinition) = {
        FacetState::kCouldNotSee, "no tool list lies in the folder as JSON", {}};
  }
  evidence.observed_at = options.observed_at;
  evidence.target = {TargetKind::kSource, shown_folder(options.folder), redact(options.folder)};
  JsonObject source = source_facet(*tree, options.source);
  source["discovery"] = std::move(discovery);
  evidence.facet(Facet::kSource) = {FacetState::kSeen, {}, std::move(source)};
  evidence.facet(Facet::kDependencies) = dependencies_facet(*tree, options.source);
  if (tree->truncated) evidence.limits.push_back({"source_files", {}, options.source.files});
  return evidence;
}

}  // namespace mcpjury
