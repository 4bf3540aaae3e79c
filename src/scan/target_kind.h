// What the user's word for a target means: a URL, a file, a folder, a package. Pure but for looking whether a
// file of that name exists.
#pragma once

#include <string>

#include "base/result.h"

namespace mcpjury {

enum class TargetForm { kFile, kStdin, kFolder, kRemote, kPackage, kGit, kArchive };

// kUnknownScheme and kNothingToGrade for what this version does not read.
Result<TargetForm> target_form(const std::string& target);

}  // namespace mcpjury
