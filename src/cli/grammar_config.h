// The options and the command about mcpjury.yaml. Private to grammar.h.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace mcpjury {

inline void add_config_options(CLI::App* sub, CliOptions& o) {
  CLI::Option* file = sub->add_option("--config", o.config_file,
                                      "Settings and suppressions; ./mcpjury.yaml when not given and there")
                          ->type_name("FILE");
  sub->add_flag("--no-config", o.no_config, "Read no ./mcpjury.yaml")->excludes(file);
}

inline void add_baseline_option(CLI::App* sub, CliOptions& o) {
  sub->add_option("--baseline", o.baseline,
                  "Compare with an older JSON report; --fail-on then counts what is new")
      ->type_name("REPORT");
}

inline void add_completion_command(CLI::App* sub, CliOptions& o) {
  sub->add_option("SHELL", o.id, "bash, zsh or fish; man for the man page")
      ->type_name("SHELL")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}));
}

inline void add_config_command(CLI::App* sub, CliOptions& o) {
  add_config_options(sub, o);
  sub->add_option("--format", o.format, "text or json")
      ->type_name("NAME")
      ->check(CLI::IsMember({"text", "json"}));
  sub->add_flag("-v,--verbose", o.verbose, "Which file was read");
}

}  // namespace mcpjury
