// Which mcpjury.yaml holds, and what it changes of the command line.
#pragma once

#include "base/result.h"
#include "cli/options.h"

namespace mcpjury {

// --config, else ./mcpjury.yaml when it is there and --no-config is not given. What the command line leaves
// open is taken from the file; the whole of it is in options.settings afterwards. With -v says on stderr
// which file was read.
Status apply_settings(CliOptions& options);

}  // namespace mcpjury
