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
  sub->add_option("--url", o.guard_url,
                  "Stand in front of a remote server instead, on http://127.0.0.1:PORT/mcp")
      ->type_name("URL");
  sub->add_option("--listen", o.guard_listen,
                  "With --url: where to listen, a loopback address; any free port when not given")
      ->type_name("HOST:PORT");
  sub->add_option("--bearer-env", o.bearer_env,
                  "With --url: send the bearer token in this environment variable")
      ->type_name("NAME");
  sub->add_option("--header", o.headers,
                  "With --url: send a header: 'Name: env:VARIABLE', or a value that is no secret")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  sub->add_flag("--allow-private", o.allow_private,
                "With --url: reach the server's host even if it is not public, and without TLS");
}

}  // namespace mcpjury
