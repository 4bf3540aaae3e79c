// The jury a scan was asked to call, from the command line.
#pragma once

#include <optional>

#include "base/result.h"
#include "cli/options.h"
#include "scan/deliberate.h"

namespace mcpjury {

// Nothing without --deep and --judge. kUsage for models that cannot be asked, also with --offline and in a
// batch.
Result<std::optional<Jury>> make_cli_jury(const CliOptions& options);

}  // namespace mcpjury
