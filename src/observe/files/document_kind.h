// Says what a JSON document is when it is no tool list, so that the error helps. Pure.
#pragma once

#include <string>

#include "base/json.h"

namespace mcpjury {

// A clause that follows the file's name: "this is a client configuration (3 servers), which …".
// Everything quoted from the document is escaped for a terminal.
std::string describe_foreign_document(const Json& document);

}  // namespace mcpjury
