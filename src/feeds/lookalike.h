// Names of packages that look like the name of a popular one (catalog/lists/popular-packages.yaml). Pure.
//
// By the name alone nothing is proved: a hit says "look twice" unless an advisory or the list of malicious
// packages confirms it. Never for a name that is itself popular or known to be fine, never inside a scope
// whose owner is the owner of the popular package. The tables are built on first use and shared; thread safe.
// npm and PyPI only.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

struct Lookalike {
  std::string similar_to;
  int distance = 0;       // edits, a swap of neighbours counts as one
  std::string_view kind;  // "typo", "confusable", "separator", "scope", "combination"
};

// `confirmed`: the package is known to be malicious; then also short names and additions to a popular name
// ("axios-proxy") are explained as look-alikes.
std::optional<Lookalike> find_lookalike(std::string_view ecosystem, std::string_view name, bool confirmed);

// Insertions, deletions, substitutions and swaps of neighbours; `limit` + 1 when there are more.
int edit_distance(std::string_view a, std::string_view b, int limit);

}  // namespace mcpjury
