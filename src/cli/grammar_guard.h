// The options of guard, as help shows them. Private to command_line.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace mcpjury {

inline void guard_options(CLI::App* sub, CliOptions& o) {
  sub->add_option("COMMAND", o.targets,
                  "Behind --: the server to stand in front of, as the client would start it");
  sub->add_option("--policy", o.policy_file, "What may pass, YAML; a built-in policy when not given")
      ->type_name("FILE");
  sub->add_option("--log", o.guard_log,
                  "Where decisions go, a line of JSON each; standard error when not given")
      ->type_name("FILE");
}

}  // namespace mcpjury
