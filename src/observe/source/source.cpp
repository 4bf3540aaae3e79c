#include "observe/source/source.h"

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

namespace mcpjury {
namespace {

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
                 {"truncated", tree.truncated},
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
  evidence.facet(Facet::kSource) = {FacetState::kSeen, {}, std::move(source)};
  evidence.facet(Facet::kDependencies) = std::move(dependencies);
  if (tree->truncated) evidence.limits.push_back({"source_files", {}, options.source.files});
  return evidence;
}

}  // namespace mcpjury
