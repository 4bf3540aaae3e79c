#include "observe/source/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/files/tool_list.h"
#include "observe/source/code_look.h"
#include "observe/source/dependency_look.h"
#include "observe/source/project_facts.h"
#include "observe/source/secret_look.h"
#include "observe/source/tool_files.h"
#include "observe/source/verify_secrets.h"
#include "packages/inventory.h"

namespace mcpjury {
namespace {

// Code and lock files beyond the size that is read: what stands in them is not known.
std::uint64_t too_large(const SourceTree& tree, const SourceLimits& limits) {
  return static_cast<std::uint64_t>(
      std::count_if(tree.files.begin(), tree.files.end(), [&](const SourceFile& file) {
        if (is_sample_path(file.path)) return false;
        if (is_inventory_file(file.path)) return file.bytes > limits.inventory_bytes;
        return !language_of(file.path).empty() && file.bytes > code_bytes(file.path, limits);
      }));
}

JsonObject not_read(const SourceTree& tree, const SourceLimits& limits) {
  return {{"links", tree.links},           {"special", tree.special},
          {"unreadable", tree.unreadable}, {"bad_names", tree.bad_names},
          {"other_folders", tree.foreign}, {"too_large", too_large(tree, limits)}};
}

// In words, for the reason of a facet; empty when everything was read.
std::string gaps_of(const SourceTree& tree, const SourceLimits& limits, const JsonObject& source) {
  std::string out;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count != 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, what);
  };
  add(tree.unreadable, "files or folders may not be opened");
  add(tree.bad_names, "names are no UTF-8");
  add(too_large(tree, limits), "code or lock files are larger than the limit");
  if (const Json* skipped = find(source, "skipped"); skipped != nullptr && skipped->is_number())
    add(skipped->to_number<std::uint64_t>(), "files of code were not parsed");
  add(tree.special, "special file(s) (device, pipe, socket) left alone");
  return out;
}

void add_limits(const SourceTree& tree, const SourceLimits& limits, Evidence& evidence) {
  if (tree.too_many) evidence.limits.push_back({"source_files", {}, limits.files});
  if (tree.too_deep) evidence.limits.push_back({"source_depth", {}, limits.depth});
  if (tree.bad_names != 0) evidence.limits.push_back({"source_names", {}, 0});
  if (too_large(tree, limits) != 0) evidence.limits.push_back({"source_file_bytes", {}, limits.file_bytes});
}

JsonObject source_facet(const SourceTree& tree, const SourceLimits& limits, const std::string& observed_at) {
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
                 {"truncated", tree.truncated()},
                 {"not_read", not_read(tree, limits)},
                 {"licences", licence_facts(tree, limits)},
                 {"install_hooks", install_hooks(tree, limits)},
                 {"health", health_facts(tree, limits, observed_at)}};
  if (JsonObject vcs = vcs_facts(tree); !vcs.empty()) out["vcs"] = std::move(vcs);
  return out;
}

// Secrets of the tree and, when asked for, of the history; providers the user named are asked about them.
Status add_secrets(const SourceTree& tree, const SourceOptions& options, JsonObject& source,
                   Evidence& evidence) {
  if (auto known = check_secret_providers(options.verify_secrets); !known) return known;
  SecretLookOptions wanted;
  wanted.rule_files = options.secret_rules;
  wanted.history = options.history;
  wanted.file_read = options.file_read;
  auto look = look_for_secrets(tree, options.source, wanted);
  if (!look) return look.error();
  if (!options.verify_secrets.empty()) {
    VerifyOptions verify;
    verify.providers = options.verify_secrets;
    for (Json& entry : verify_secrets_online(*look, tree, options.source, verify))
      evidence.request_log.push_back(std::move(entry));
  }
  source["secrets"] = std::move(look->secrets);
  if (!look->history.empty()) source["history"] = std::move(look->history);
  if (look->truncated) evidence.limits.push_back({"secrets", {}, kMaxSecrets});
  return Ok{};
}

// The reasons of a plain tool list do not fit: here code was read, and a server was not asked.
void say_what_source_is_not(Evidence& evidence) {
  for (const Facet which : {Facet::kProtocol, Facet::kTransport, Facet::kTls, Facet::kAuth}) {
    FacetRecord& record = evidence.facet(which);
    if (record.state == FacetState::kNotLooked) record.reason = "source was read; no server was asked";
  }
  FacetRecord& provenance = evidence.facet(Facet::kProvenance);
  if (provenance.state == FacetState::kNotLooked) provenance.reason = "a folder has no release to check";
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
  JsonObject discovery;
  if (auto found = find_tool_file(*tree, options.source, options.limits, options.observed_at)) {
    evidence = std::move(found->evidence);
    discovery = {{"tier", found->tier},
                 {"method", found->tier == 1 ? "usual file name" : "JSON file in the tree"},
                 {"candidates", found->candidates}};
  } else {
    reset_facets_for_tool_list(evidence);
  }
  evidence.observed_at = options.observed_at;
  evidence.target = {TargetKind::kSource, shown_folder(options.folder), redact(options.folder)};
  JsonObject source = source_facet(*tree, options.source, options.observed_at);
  if (auto added = add_secrets(*tree, options, source, evidence); !added) return added.error();
  JsonObject in_code = look_at_code(*tree, options, source, evidence);
  source["discovery"] = discovery.empty() ? std::move(in_code) : std::move(discovery);
  FacetRecord dependencies = look_at_dependencies(*tree, options.source);
  if (dependencies.state == FacetState::kSeen) {
    if (const JsonArray* packages = find_array(dependencies.data.get_object(), "packages"))
      add_dependency_licences(source["licences"].as_array(), *packages);
  }
  evidence.facet(Facet::kSource) = {FacetState::kSeen, gaps_of(*tree, options.source, source),
                                    std::move(source)};
  evidence.facet(Facet::kDependencies) = std::move(dependencies);
  add_limits(*tree, options.source, evidence);
  say_what_source_is_not(evidence);
  return evidence;
}

}  // namespace mcpjury
