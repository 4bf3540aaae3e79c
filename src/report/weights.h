// The published weights of MCPAmpel (methodology/weights-v1.4.json), as a value with its own SHA-256. Pure.
#pragma once

#include "base/json.h"
#include "catalog/catalog.h"

namespace mcpjury {

// {method, version, released, split, engines, families, sha256}; sha256 is over the canonical rest.
JsonObject weights_json(const Methodology& ampel);

}  // namespace mcpjury
