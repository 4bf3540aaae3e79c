// Targets that came as text instead of as files: from a request, or from a conversation that is passing by.
//
// Functions without state: thread safe. Nothing is read, run or fetched.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "scan/configured.h"
#include "scan/scan.h"

namespace mcpjury {

// A tools/list result, or whatever else scan takes as a tool list. `name` is what messages and the report
// call it; it has no place in the history. Secrets in it are replaced.
Result<Evidence> observe_given_text(std::string_view text, const std::string& name,
                                    const ScanOptions& options);
Result<Evidence> observe_given_json(Json document, const std::string& name, const ScanOptions& options);

// The servers of a client configuration; `name` tells its format by its ending. kNothingToGrade when it
// configures none.
Result<ConfiguredTargets> configured_in_text(const std::string& name, std::string_view text);

}  // namespace mcpjury
