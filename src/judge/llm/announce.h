// What the user is told before the first request leaves: which hosts get how much of what, and what was taken
// out.
#pragma once

#include <string>
#include <vector>

#include "judge/llm/model_panel.h"

namespace mcpjury {

// One line a model and one about what is kept back; escaped, without secrets. `texts` are the tools as they
// are sent, empty for those that are not.
std::vector<std::string> announcement(const std::vector<ModelSpec>& specs, const std::vector<ModelKey>& keys,
                                      const std::vector<std::string>& texts,
                                      const ModelJudgeOptions& options);

}  // namespace mcpjury
