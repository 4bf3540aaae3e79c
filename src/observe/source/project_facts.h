// What a repository shows about itself without being run: version control, licences, install hooks, health,
// secrets by kind and place. JSON in the members of the source facet.
#pragma once

#include "base/json.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

// {kind, commit, ref, url …} from the files of .git; git itself is not run, its hooks and filters neither.
// Empty without a repository.
JsonObject vcs_facts(const SourceTree& tree);
JsonArray licence_facts(const SourceTree& tree, const SourceLimits& limits);
// Scripts that run when the package is installed, and what they do.
JsonArray install_hooks(const SourceTree& tree, const SourceLimits& limits);
// Named checks, passed or not; what cannot be seen here is left out.
JsonObject health_facts(const SourceTree& tree, const SourceLimits& limits);
// Never the value: kind, tag, file and line.
JsonArray source_secrets(const SourceTree& tree, const SourceLimits& limits);
// What an install script does, from its text: "fetches", "runs_shell", "decodes", "evaluates".
std::vector<std::string> script_behaviours(std::string_view script);
// The SPDX id of a licence text; empty when it is none we know.
std::string_view licence_of(std::string_view text);

}  // namespace mcpjury
