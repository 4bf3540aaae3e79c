// Tools that Go, Rust, Java, C# and Kotlin code registers with an MCP library.
//
// Reads one file: registration calls, attributes and tool objects, with names, descriptions and schemas as
// far as they are literal or simply computed. A type or constant of another file stays a reference by its
// bare name; strings and parameter types that other files may refer to are given as constants. Thread safe.
#pragma once

#include "code/parsed_file.h"
#include "code/summary.h"

namespace mcpjury {

// Adds to `summary.tools` and `summary.constants`; does nothing for other languages.
void read_typed_tools(const ParsedFile& file, FileSummary& summary);

}  // namespace mcpjury
