// Tools of Go, Rust, Java, C# and Kotlin: references between the files of a project resolved; private.
#pragma once

#include <vector>

#include "code/interpret/discover.h"
#include "code/summary.h"

namespace mcpjury {

// Appends to `found`. A reference is looked for in the same file, its folder, then all files of the language;
// one that several constants with different values could mean stays unresolved.
void link_typed_tools(const std::vector<FileSummary>& files, Discovery& found);

}  // namespace mcpjury
