// The options of mcp, as help shows them. Private to command_line.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace mcpjury {

inline void mcp_options(CLI::App* sub, CliOptions& o) {
  sub->add_flag("--offline", o.offline, "Reach no network at all: tool lists and configurations only");
  sub->add_flag("--no-store", o.no_store, "Know nothing of earlier scans");
  sub->add_flag("--keep", o.keep, "Keep the scans in the history; else it is only compared with");
  sub->add_option("--store", o.store, "Where the history lies, for get_report; as in scan")->type_name("URL");
  sub->add_option("--timeout", o.timeout_seconds, "For each live target, 90 when not given")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  sub->add_option("--data-dir", o.data_dir, "Where the history and the advisory feeds lie")->type_name("DIR");
}

}  // namespace mcpjury
