// What the judges of a deep scan said, as JSON: section 4.7 of the methodology. In the report under
// assessments.aivss, on its own by `mcpjury consensus` and by the service.
//
// Pure. Strings of judges and servers are plain JSON strings here; whoever shows them escapes them.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "model/report.h"

namespace mcpjury {

// Without judges {"state": "not_run", "judges": [], "tools": []}; of a saved report what stood there.
JsonObject consensus_json(const ScanReport& report);
// The whole answer about one scan, also when judges were not asked.
JsonObject consensus_answer(JsonObject consensus, std::string_view scan_id);
// As the report writes JSON: nothing in it steers a terminal.
std::string render_consensus(const JsonObject& answer);

}  // namespace mcpjury
