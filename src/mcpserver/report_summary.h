// A judged server in the few words an agent needs, every word of the server quoted and marked.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

// Members of the output schema of the scanning tools; at most `findings` findings, the worst first.
JsonObject summary_json(const ScanReport& report, std::string_view report_id, std::size_t findings);
// The same for reading.
std::string summary_text(const JsonObject& summary);

}  // namespace mcpjury
