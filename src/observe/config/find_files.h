// Private to config: the files a pattern of the table of clients stands for.
//
// Bounded: 50,000 entries looked at and 2,000 files found a pattern, ten folders deep under "**". Links to
// folders are not followed under "**", so that a loop of links costs nothing.
#pragma once

#include <string>
#include <vector>

namespace mcpjury {

struct FoundFiles {
  std::vector<std::string> files;  // sorted
  bool truncated = false;
};

// Without "*" the path itself, whether there is such a file or not.
FoundFiles files_matching(const std::string& pattern);

}  // namespace mcpjury
