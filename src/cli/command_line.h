// Turns argv into CliOptions. The only unit that knows the command-line library.
#pragma once

#include <optional>
#include <string>

#include "cli/options.h"

namespace mcpjury {

struct CommandLine {
  CliOptions options;
  // Set when there is nothing to run: help, version, or wrong usage.
  std::optional<int> exit_now;
  std::string out;  // for stdout
  std::string err;  // one line for stderr, without the program's name
};

CommandLine parse_command_line(int argc, const char* const* argv);

}  // namespace mcpjury
