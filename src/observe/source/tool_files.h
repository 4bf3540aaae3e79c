// Tool lists that lie in a repository as JSON: first the usual names, then every other JSON file.
//
// Samples, fixtures and documentation are not taken, and a list counts only when its entries look like tools.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "model/evidence.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

struct FoundToolFile {
  std::string path;
  int tier = 0;                // 1: a usual name; 2: any JSON file
  std::size_t candidates = 0;  // files that held a list
  Evidence evidence;           // as observe_tool_list() gives it
};

std::optional<FoundToolFile> find_tool_file(const SourceTree& tree, const SourceLimits& limits,
                                            const Limits& reading, const std::string& observed_at);

}  // namespace mcpjury
