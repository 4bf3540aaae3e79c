// What the operator lets pass: the built-in policy, or a YAML file read strictly. A plain value.
//
//   approval: hold                 # tools that need approval: mark (default) or hold
//   incomplete: mark               # when not all could be graded: refuse (default), mark or allow
//   malice: block                  # tools with malice, high or worse; as-graded (default): without words
//   strictness: precise            # or published
//   rate: {per_minute: 60, burst: 10}  # of every tool of grade B
//   pin: {file: mcpjury.lock, unpinned: allow, drift: refuse}
//   tools:
//     - {name: run_query, action: approve, fingerprint: "sha256:…", reason: "read it, 2026-11-15"}
//     - {name: drop_table, action: deny, reason: "never"}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/enums.h"

namespace mcpjury {

enum class OnApproval : std::uint8_t { kMark, kHold };
enum class OnIncomplete : std::uint8_t { kRefuse, kMark, kAllow };
// deny: never; approve: what needs approval has it; allow: whatever its grade. The last two hold for exactly
// one definition of the tool.
enum class ToolRuling : std::uint8_t { kNone, kDeny, kApprove, kAllow };

struct ToolPolicy {
  std::string name;
  ToolRuling ruling = ToolRuling::kNone;
  std::string fingerprint;  // "sha256:" and 64 hex digits
  std::string reason;
};

struct GuardPolicy {
  OnApproval approval = OnApproval::kMark;
  OnIncomplete incomplete = OnIncomplete::kRefuse;
  bool block_malice = false;
  Strictness strictness = Strictness::kPrecise;
  int calls_a_minute = 60, burst = 10;
  std::string pin_file;          // empty: mcpjury.lock when it is there
  bool refuse_unpinned = false;  // a server nobody approved
  bool refuse_drift = true;      // false: only logged
  std::vector<ToolPolicy> tools;

  const ToolPolicy* find(std::string_view tool) const;
};

// kUsage, one line a fault.
Result<GuardPolicy> parse_guard_policy(std::string_view text, const std::string& file);

}  // namespace mcpjury
