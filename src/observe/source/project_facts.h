// What a repository shows about itself without being run: version control, licences, install hooks, health,
// secrets by kind and place. JSON in the members of the source facet.
#pragma once

#include "base/json.h"
#include "observe/source/script_behaviour.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

// {kind, commit, ref, url …} from the files of .git; git itself is not run, its hooks and filters neither.
// Empty without a repository.
JsonObject vcs_facts(const SourceTree& tree);
// Licence files by their text, manifests by their field; each entry may have a problem.
JsonArray licence_facts(const SourceTree& tree, const SourceLimits& limits);
// Adds advisory entries for packages (of dependencies.packages) under strong copyleft when the project's own
// licence is permissive.
void add_dependency_licences(JsonArray& licences, const JsonArray& packages);
// Scripts that run when the package is installed, and what they do.
JsonArray install_hooks(const SourceTree& tree, const SourceLimits& limits);
// Named checks with reasons, passed or not; what cannot be seen here is left out. The age of the newest
// commit is taken against `observed_at`.
JsonObject health_facts(const SourceTree& tree, const SourceLimits& limits,
                        std::string_view observed_at = {});
// By the rules built in; secret_look.h does more. Never the value: kind, tag, file and line.
JsonArray source_secrets(const SourceTree& tree, const SourceLimits& limits);
// The SPDX id of a licence text; empty when it is none we know.
std::string_view licence_of(std::string_view text);

}  // namespace mcpjury
