// Private to report: what an engine of ampel said before it was normalised, with every part the number is
// made of, so that the number can be recomputed from it alone.
#pragma once

#include "base/json.h"
#include "model/report.h"

namespace mcpjury {

// Null for an engine that is not ok.
Json engine_raw(const ScanReport& report, const AmpelEngine& engine);

}  // namespace mcpjury
