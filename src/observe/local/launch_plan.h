// What a command is: a program that is here already, or a package that some client fetches and then runs.
//
// Pure. Only what the package clients themselves would accept in front of the package is accepted; an option
// whose meaning is not known is refused, because guessing would run something else than the user meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

enum class Ecosystem : std::uint8_t { kNone, kNpm, kPypi };

struct Launch {
  Ecosystem ecosystem = Ecosystem::kNone;
  std::string client;                  // "npx", "uvx", "pipx" …; empty for a plain program
  std::vector<std::string> packages;   // as the client's install step takes them; the first is the server's
  std::string name;                    // of the first, normalised for PyPI
  std::string version;                 // exact or range, as given; empty: the newest
  std::string binary;                  // which program of the package; empty: the one it is named after
  std::string python;                  // an interpreter the command asked for
  std::string registry;                // one the command named
  std::vector<std::string> arguments;  // of the server; for a plain program the whole command

  std::string label() const;  // "npm:name@version", "pypi:name==version"; empty for a plain program
  std::string key() const;    // "npm:name"; empty for a plain program
};

// kUsage for an empty command, kRefused for a kind of command that cannot be run apart from its network.
Result<Launch> parse_launch(const std::vector<std::string>& command);

// A registry spec of the package client: a name, and a version or tag. Folders, archives, git and URL
// specifications are refused, because fetching them may run their scripts.
struct PackageSpec {
  std::string name, version;
};
Result<PackageSpec> parse_npm_spec(std::string_view text);
Result<PackageSpec> parse_python_spec(std::string_view text);

}  // namespace mcpjury
