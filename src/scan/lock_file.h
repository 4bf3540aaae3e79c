// mcpjury.lock: tool surfaces that somebody approved, one entry a server, made to be reviewed in a pull
// request: sorted, pretty JSON with the whole definition of every tool, so that a diff shows what changed.
//
// Reading checks that the hashes belong to the definitions: an entry edited by hand in one place only is
// refused. Pure but for read_lock() and nothing of it is executed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/evidence.h"

namespace mcpjury {

struct LockEntry {
  std::string target;                // as the user wrote it: a URL, a path, a package
  std::vector<std::string> command;  // of a local server, instead of a target
  std::string approved_at;           // RFC 3339
  std::string approved_by;           // as the operator says; may be empty
  std::string reason;
  std::string server_name, server_version;
  std::string credential;  // label: surfaces of a stranger and of a user are not the same
  std::string surface_sha256, rest_sha256;
  std::string instructions;
  JsonArray tools;  // whole definitions, by name
};

struct LockFile {
  std::map<std::string, LockEntry, std::less<>> servers;  // by target id
};

Result<LockFile> read_lock(std::string_view text, std::string_view name);
std::string write_lock(const LockFile& lock);

// kNothingToGrade when the evidence shows no whole tool list: half a surface cannot be approved.
Result<LockEntry> approve(const Evidence& evidence, std::string approved_by, std::string reason);
// The pins facet for a scan of the same target, and prior_surface with baseline "approved".
void add_pins(Evidence& evidence, const LockEntry& entry, std::string_view file);
// The label of the credential a live scan was made with; "none" for everything else.
std::string credential_of(const Evidence& evidence);

}  // namespace mcpjury
