// Private to model: docs/schema/evidence.schema.json as it was at build time.
#pragma once

#include <string_view>

namespace mcpjury {

std::string_view evidence_schema_text();

}  // namespace mcpjury
