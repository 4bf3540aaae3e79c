// The environment a server gets: a few fixed names, and what the user passes on. Nothing of ours.
//
// Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mcpjury {

using Environment = std::vector<std::pair<std::string, std::string>>;

// `programs`: absolute paths whose folders go in front of the fixed PATH. HOME and TMPDIR belong to the
// sandbox and PATH is fixed: the user's are passed over, and so are values that start with "()" (functions of
// a shell), values with a NUL and names that are no identifiers.
Environment child_environment(const Environment& passed, const std::vector<std::string>& programs);

}  // namespace mcpjury
