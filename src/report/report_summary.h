// What a face shows of a report before the report itself: the verdict, the reason, the five marks. Pure.
#pragma once

#include <string_view>

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

// {title, verdict{word, methodology, finding_id, reason, incomplete}, grades[…], titles{detector: title}}
JsonObject summary_json(const ScanReport& report, const RenderOptions& options);

}  // namespace mcpjury
