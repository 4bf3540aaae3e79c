// Looks at a folder of source: what the server is made of, without running any of it.
//
// Reads tool lists that lie there as JSON, lock files and manifests, install hooks, secrets, licences and the
// signs of a kept repository. Thread safe; touches nothing outside the folder and writes nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

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
  bool history = false;                     // secrets in earlier commits too
  std::vector<std::string> secret_rules;    // files in gitleaks' format, besides our own pack
  std::vector<std::string> verify_secrets;  // providers that may be asked; empty: nobody is
  std::function<void()> file_read = {};     // told of each file that is read; may be empty
  int jobs = 0;                             // parsing children; 0: one a core
};

// Always evidence when the folder could be read, also when no tool list was found in it.
Result<Evidence> observe_source(const SourceOptions& options);

}  // namespace mcpjury
