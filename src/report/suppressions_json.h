// Private to report: what the operator decided (suppressions, baseline) as the JSON report has it.
#pragma once

#include "base/json.h"
#include "model/report.h"

namespace mcpjury {

// Of a suppressed finding: the rule, the reason, who, until when.
JsonObject suppression_of_json(const SuppressionUse& use);
JsonArray suppressions_to_json(const ScanReport& report);
JsonObject baseline_to_json(const BaselineComparison& baseline);

}  // namespace mcpjury
