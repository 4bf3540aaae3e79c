// The scan record of MCPAmpel: what anybody needs to recompute the score, and to look again with the same
// versions. Written by `-o record`; grade/ampel_record.h recomputes it.
//
// Canonical form for record_sha256: RFC 8785 of the record without record_sha256 and without times.
#pragma once

#include <string>

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

inline constexpr std::string_view kRecordSchema = "mcpjury/scan-record/1";

JsonObject record_to_json(const ScanReport& report);

// One record, or a JSON array of them when several targets were scanned.
std::string render_record(const Reports& reports, const RenderOptions& options);

}  // namespace mcpjury
