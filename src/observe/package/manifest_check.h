// A package's own manifest against what its registry says, and against the files beside it. Pure but for
// looking whether a file is there.
#pragma once

#include <string>

#include "base/json.h"

namespace mcpjury {

// "scripts.postinstall: only in the archive", …: what an install would do and the registry does not show
// ("manifest confusion"). Differences that registries themselves make are passed over.
JsonArray manifest_differences(const JsonObject& registry, const JsonObject& packed, const std::string& root);

// What main, bin and files of a package.json name and the folder lacks. Patterns are passed over.
JsonArray missing_npm_files(const JsonObject& packed, const std::string& root);

}  // namespace mcpjury
