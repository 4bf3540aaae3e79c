// What the guard thinks of a whole tool list: each tool's ToolTrust grade and what follows from it under the
// policy, and whether the list is the one that was approved.
//
// Pure but for judging, which belongs to one thread (Detective).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "guard/policy.h"
#include "scan/lock_file.h"
#include "scan/scan.h"

namespace mcpjury {

enum class Decision : std::uint8_t { kPass, kMark, kHold, kBlock };
std::string_view name_of(Decision decision);  // pass, mark, hold, block

struct ToolVerdict {
  std::string name;
  char grade = '-';
  int risk = 0;
  std::string_view action;  // of the methodology: ALLOW, ALLOW_RATE_LIMITED, REQUIRE_APPROVAL, BLOCK
  Decision decision = Decision::kBlock;
  bool limited = false;            // grade B: so many calls a minute
  bool malice = false;             // a finding of kind malice, high or worse
  std::vector<std::string> rules;  // detectors that fired on it, worst first; at most 8
  std::string fingerprint;         // "sha256:…" of the whole definition
  std::string reason;              // why this decision, one clause
};

struct ListedSurface {
  JsonArray tools;     // of all pages, as they came
  JsonObject opening;  // serverInfo, instructions, protocolVersion of the opening, where they were seen
  bool complete = true;
  std::string incomplete;  // why not
};

struct SurfaceVerdict {
  std::map<std::string, ToolVerdict, std::less<>> tools;
  std::vector<std::string> server_rules;  // detectors of malice that fired on the server itself; at most 8
  std::string surface_sha256;
  char grade = '-';  // of the server
  bool complete = true;
  std::string incomplete;
  bool pinned = false;
  std::string drift;  // empty: as approved, or nobody approved it

  const ToolVerdict* find(std::string_view tool) const;
};

struct PinnedSurface {
  LockEntry entry;
  std::string file;
};

SurfaceVerdict judge_surface(const ListedSurface& listed, const GuardPolicy& policy,
                             const std::optional<PinnedSurface>& pin, Detective& detective);

// "sha256:" and the hash of the canonical definition, whole.
std::string tool_fingerprint(const Json& tool);

// The tools as the client may see them: blocked ones are gone, those that need approval are marked.
JsonArray shown_tools(const JsonArray& tools, const SurfaceVerdict& verdict);

}  // namespace mcpjury
