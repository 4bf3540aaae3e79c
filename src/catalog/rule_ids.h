// Every name a user may call a rule by: detectors and the published rules of all methodologies. Pure.
#pragma once

#include <string>
#include <vector>

namespace mcpjury {

std::vector<std::string> all_rule_ids();  // sorted, each once

}  // namespace mcpjury
