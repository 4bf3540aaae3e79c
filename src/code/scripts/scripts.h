// What a TypeScript, JavaScript or Python file takes from other files, and whether it speaks of MCP at all.
//
// Files of other languages are left alone. The tools themselves are found over files, by code/interpret.
// Pure.
#pragma once

#include <string_view>

#include "code/parsed_file.h"
#include "code/summary.h"

namespace mcpjury {

// Fills summary.imports.
void read_script_tools(const ParsedFile& file, FileSummary& summary);

// A cheap look at the text: false for most files of a large tree, so that their trees need no second reading.
bool mentions_mcp(std::string_view text);

}  // namespace mcpjury
