// How a file serves MCP: servers it sets up, its HTTP routes, and what it does about networks and trust.
//
// Reads one file of any language. Facts are those of the table in docs/source.md under "Serving"; each has a
// confidence that says how sure the reading is, and low where the author may have meant it. Thread safe.
#pragma once

#include "code/parsed_file.h"
#include "code/summary.h"

namespace mcpjury {

// Adds to `summary.servers`, `summary.routes` and `summary.facts`.
void read_serving(const ParsedFile& file, FileSummary& summary);

}  // namespace mcpjury
