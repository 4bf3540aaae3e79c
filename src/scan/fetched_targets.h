// Targets whose files are looked at: folders, archives and bundles, and what is fetched first: packages of a
// registry, repositories.
#pragma once

#include <string>

#include "net/loop.h"
#include "observe/package/package.h"
#include "scan/live.h"
#include "scan/target_kind.h"

namespace mcpjury {

// What the look at files needs, from the options of the scan; the folder is left empty.
SourceOptions source_options(const ScanOptions& options, const LiveOptions& live);

// kFolder, kPackage, kGit or kArchive. The loop is run here and must not be running. With --offline folders
// and archives only.
Result<Evidence> observe_fetched(TargetForm form, const std::string& target, const ScanOptions& options,
                                 const LiveOptions& live, Loop& loop);

}  // namespace mcpjury
