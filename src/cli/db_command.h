// db: the feeds of advisories and the history on this machine.
#pragma once

#include "cli/options.h"

namespace mcpjury {

int db_command(const CliOptions& options);

}  // namespace mcpjury
