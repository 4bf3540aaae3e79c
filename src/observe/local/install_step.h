// The fetch before the run: a package is brought to the scratch folder by the user's own package client, with
// the user's own configuration, and nothing of it is executed: npm with its scripts off, Python with finished
// wheels only, because building one runs its code.
//
// install_command() is pure but for looking up programs; fetch() runs it outside of the sandbox, with
// network.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "net/loop.h"
#include "observe/local/launch_plan.h"

namespace mcpjury {

// Stands for the scratch folder in commands that are shown before there is one.
inline constexpr std::string_view kScratchWord = "<scratch>";
std::string with_scratch(std::string_view text, std::string_view scratch);  // the word replaced by the folder
std::string without_scratch(std::string_view text, std::string_view scratch);  // and back, for evidence

struct Interpreter {
  std::string program;  // absolute; runs the package inside
  std::string client;   // absolute; fetches it: npm, uv, or the interpreter itself for pip
  bool uv = false;
};
// kNotReached with what to install when one is missing.
Result<Interpreter> find_interpreter(const Launch& launch);

std::vector<std::string> install_command(const Launch& launch, const Interpreter& interpreter);

struct Fetched {
  bool ok = false;
  bool timed_out = false;
  std::string detail;  // the end of the client's own words, escaped and redacted
};
Fetched fetch(Loop& loop, const std::vector<std::string>& command, const std::string& scratch,
              TimePoint deadline);

}  // namespace mcpjury
