// What can be submitted, from whatever form it was given in: addresses, registry entries, configured servers.
// Pure but for the form of a target (scan/target_kind.h looks whether a file of that name exists).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "fleet/book.h"

namespace mcpjury {

struct ConfiguredServer;

// What a source lists, and what of it cannot be scanned.
struct Listed {
  std::vector<FleetTarget> targets;
  std::vector<SkippedEntry> skipped;

  void add(const FleetTarget& target) { targets.push_back(target); }
  void skip(std::string_view name, std::string_view what, std::string_view reason);
};

// A URL, npm:NAME[@VERSION], pypi:NAME[@VERSION] or the address of a repository, as one word. Anything else
// is skipped with the reason.
void list_target(std::string_view word, std::string_view name, Listed& out);

// An entry of a registry, {"server": {…}, "_meta": {…}} or the bare server.json, of any published schema.
// Every remote and every package of it is a target of its own; deleted entries are listed as removed.
void list_registry_entry(const Json& entry, Listed& out);

// Without its headers, arguments and environment: a fleet has no credentials of users.
void list_configured(const ConfiguredServer& server, Listed& out);

// What a worker is told to look at: packages with the version that was listed.
std::string word_of(const FleetTarget& target);

}  // namespace mcpjury
