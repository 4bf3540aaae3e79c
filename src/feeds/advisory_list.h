// The other form of an advisory: the list that the catalogue is made of (catalog/lists/mcp-advisories.json),
// which a user may extend by a file of the same form. Pure.
#pragma once

#include <optional>

#include "packages/osv.h"

namespace mcpjury {

// One element of such a list; nothing when it is none.
std::optional<OsvRecord> read_listed_advisory(const Json& document);

}  // namespace mcpjury
