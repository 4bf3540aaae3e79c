// How good a session id is. The ids themselves stay in memory; only this judgement is written down.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace mcpjury {

// Members given, length, alphabet, bits, visible_ascii, and distinct when there are two or more ids, of the
// `session` object of the protocol facet. `bits` is length times the bits of the alphabet, separators not
// counted, of the weakest id: what an id of this form can hold at most.
JsonObject session_quality(const std::vector<std::string>& ids);

}  // namespace mcpjury
