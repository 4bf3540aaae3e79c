#include "guard/policy.h"

#include <algorithm>

#include "base/ascii.h"
#include "settings/settings_map.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostTools = 10'000;
constexpr std::string_view kHashPrefix = "sha256:";

bool is_fingerprint(std::string_view text) {
  if (!text.starts_with(kHashPrefix)) return false;
  text.remove_prefix(kHashPrefix.size());
  return text.size() == 64 && std::all_of(text.begin(), text.end(), ascii::is_hex);
}

ToolPolicy read_tool(SettingsMap& map) {
  ToolPolicy tool;
  tool.name = map.required_text("name");
  tool.reason = map.required_text("reason");
  const std::string action = map.one_of("action", {"deny", "approve", "allow"}).value_or("");
  if (action.empty() && !map.has("action")) map.fault("action", "action is missing: deny, approve or allow");
  tool.ruling = action == "approve" ? ToolRuling::kApprove
                : action == "allow" ? ToolRuling::kAllow
                                    : ToolRuling::kDeny;
  tool.fingerprint = ascii::lowered(map.text("fingerprint").value_or(""));
  if (tool.ruling == ToolRuling::kDeny) {
    if (!tool.fingerprint.empty())
      map.fault("fingerprint", "a denied tool is denied whatever its definition");
  } else if (!is_fingerprint(tool.fingerprint)) {
    map.fault("fingerprint", "must be sha256: and 64 hex digits; the log of the guard names it");
  }
  map.done();
  return tool;
}

void read_pin(SettingsMap map, GuardPolicy& policy) {
  policy.pin_file = map.text("file").value_or("");
  policy.refuse_unpinned = map.one_of("unpinned", {"allow", "refuse"}).value_or("allow") == "refuse";
  policy.refuse_drift = map.one_of("drift", {"refuse", "log"}).value_or("refuse") == "refuse";
  map.done();
}

void read_policy(SettingsMap& root, GuardPolicy& policy) {
  if (root.one_of("approval", {"mark", "hold"}) == "hold") policy.approval = OnApproval::kHold;
  const auto incomplete = root.one_of("incomplete", {"refuse", "mark", "allow"});
  if (incomplete == "mark") policy.incomplete = OnIncomplete::kMark;
  if (incomplete == "allow") policy.incomplete = OnIncomplete::kAllow;
  policy.block_malice = root.one_of("malice", {"as-graded", "block"}) == "block";
  if (root.one_of("strictness", {"precise", "published"}) == "published")
    policy.strictness = Strictness::kPublished;
  if (auto rate = root.map("rate")) {
    policy.calls_a_minute = static_cast<int>(rate->number("per_minute", 1, 60'000).value_or(60));
    policy.burst = static_cast<int>(rate->number("burst", 1, 60'000).value_or(10));
    rate->done();
  }
  if (auto pin = root.map("pin")) read_pin(*pin, policy);
  for (SettingsMap& map : root.maps("tools")) {
    if (policy.tools.size() == kMostTools) {
      root.fault("tools", "more tools than a policy may have");
      break;
    }
    ToolPolicy tool = read_tool(map);
    if (policy.find(tool.name) != nullptr) map.fault("name", "this tool stands twice");
    policy.tools.push_back(std::move(tool));
  }
  root.done();
}

}  // namespace

const ToolPolicy* GuardPolicy::find(std::string_view tool) const {
  for (const ToolPolicy& entry : tools) {
    if (entry.name == tool) return &entry;
  }
  return nullptr;
}

Result<GuardPolicy> parse_guard_policy(std::string_view text, const std::string& file) {
  auto node = parse_settings_yaml(text, file);
  if (!node) return node.error();
  SettingsFaults faults(file);
  SettingsMap root(*node, "", faults);
  GuardPolicy policy;
  read_policy(root, policy);
  if (!faults.empty()) return faults.error();
  return policy;
}

}  // namespace mcpjury
