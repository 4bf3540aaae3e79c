// Looks at a folder of source: what the server is made of, without running any of it.
//
// Reads tool lists that lie there as JSON, lock files and manifests, install hooks, secrets, licences and the
// signs of a kept repository. Thread safe; touches nothing outside the folder and writes nothing.
#pragma once

#include <string>

#include "base/limits.h"
#include "base/result.h"
#include "model/evidence.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

struct SourceOptions {
  std::string folder;
  std::string observed_at;
  Limits limits;
  SourceLimits source;
};

// Always evidence when the folder could be read, also when no tool list was found in it.
Result<Evidence> observe_source(const SourceOptions& options);

}  // namespace mcpjury
