// Private to report: one assessment as the JSON of product.md.
#pragma once

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

JsonObject assessments_to_json(const ScanReport& report, const RenderOptions& options);
JsonArray finding_ids_json(const std::vector<std::uint32_t>& findings);

}  // namespace mcpjury
