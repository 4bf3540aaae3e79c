// The OpenAPI 3.1 document, made from the table of routes and the schemas beside it. Pure.
#pragma once

#include <string>

#include "base/json.h"

namespace mcpjury {

JsonObject openapi_document();
// {"components": {"schemas": …}}, as JSON text.
std::string_view openapi_schemas();

}  // namespace mcpjury
