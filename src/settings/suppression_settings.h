// Section suppressions: of mcpjury.yaml. Reason, last day and a scope are mandatory, and the rule must exist.
#pragma once

#include <vector>

#include "base/json.h"
#include "model/suppression.h"
#include "settings/settings_map.h"

namespace mcpjury {

inline constexpr std::size_t kMaxSuppressions = 10'000;

std::vector<Suppression> read_suppressions(std::vector<SettingsMap> maps);
JsonObject suppression_json(const Suppression& suppression);  // as it would be written

// The detectors a detector id or a published rule id of the newest methodologies stands for; empty: unknown.
std::vector<std::uint16_t> detectors_of_rule(std::string_view id);

}  // namespace mcpjury
