// Private to report: docs/schema/report.schema.json as it was at build time.
#pragma once

#include <string_view>

namespace mcpjury {

std::string_view report_schema_text();

}  // namespace mcpjury
