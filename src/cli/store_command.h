// db, the part about the history: what it holds, dropping what is old, moving it from one engine to the
// other.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "cli/options.h"

namespace mcpjury {

// Whether the file begins as db export writes it; "-" is always taken for an export.
bool is_store_export(const std::string& path);

int export_store(const CliOptions& options);
int import_store(const CliOptions& options, const std::string& path);
int vacuum_store(const CliOptions& options);

// For db status; kNothingToGrade when no history is kept yet.
struct StoreShown {
  std::string text;
  Json json;
};
Result<StoreShown> shown_store(const CliOptions& options);

}  // namespace mcpjury
