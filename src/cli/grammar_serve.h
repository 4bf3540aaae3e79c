// The options of the service. Private to grammar.h.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/grammar_config.h"
#include "cli/options.h"

namespace mcpjury {

inline void add_serve_options(CLI::App* sub, CliOptions& o) {
  sub->add_option("--listen", o.listen, "Where, 127.0.0.1:8383 when not given; port 0 takes a free one")
      ->type_name("HOST:PORT");
  sub->add_option("--store", o.store, "default, sqlite:FILE or postgresql://USER@HOST/DATABASE")
      ->type_name("URL");
  sub->add_option("--new-key", o.new_key, "Print a new API key and the entry for the configuration, and end")
      ->type_name("NAME");
  sub->add_flag("-v,--verbose", o.verbose, "One line a request on stderr");
  add_config_options(sub, o);
}

}  // namespace mcpjury
