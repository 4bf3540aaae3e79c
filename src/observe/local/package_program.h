// Which program of a fetched package is the server, read from the package's own metadata as npx and uvx read
// it. Nothing is executed. The metadata is hostile text: bounded, and a path never leaves the package folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "observe/local/install_step.h"
#include "observe/local/launch_plan.h"

namespace mcpjury {

struct PackageProgram {
  std::vector<std::string> argv;  // without the server's own arguments
  std::string version;            // that was fetched
};

// kNothingToGrade when the package has no program, or several and none of them is named.
Result<PackageProgram> package_program(const Launch& launch, const Interpreter& interpreter,
                                       const std::string& scratch);

// Split out for tests: the entry of package.json's `bin` that npx takes.
Result<std::string> choose_npm_program(std::string_view package_json, const std::string& name);
// The names under [console_scripts] of an entry_points.txt.
std::vector<std::string> console_scripts(std::string_view entry_points);

}  // namespace mcpjury
