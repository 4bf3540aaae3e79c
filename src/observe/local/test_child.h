// Shared by the tests of this folder: run one child to its end on a loop and say what came of it.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "observe/local/child_environment.h"
#include "observe/local/child_process.h"
#include "observe/local/sandbox.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {

// The sandboxes that work on the machine the test runs on; says which do not.
inline std::vector<SandboxKind> working_sandboxes() {
  std::vector<SandboxKind> kinds;
  if (bubblewrap_works())
    kinds.push_back(SandboxKind::kBubblewrap);
  else
    std::cout << "bubblewrap cannot be used here: that part did not run\n";
  if (landlock_works())
    kinds.push_back(SandboxKind::kLandlock);
  else
    std::cout << "Landlock cannot be used here: that part did not run\n";
  return kinds;
}

struct Ran {
  bool started = false;
  std::string error, output;
  ChildFacts facts;
};

inline Ran run_child(ChildSpec spec, std::string_view input = {}, ChildLimits limits = {},
                     Milliseconds patience = Milliseconds(20'000)) {
  Ran ran;
  Loop loop;
  loop.spawn([&] {
    auto child = ChildProcess::start(loop, std::move(spec), limits, ran.facts);
    ran.started = child.ok();
    if (!child) {
      ran.error = child.error().message;
      return;
    }
    if (!input.empty()) (*child)->write(input, Loop::now() + patience);
    (*child)->close_input();
    const TimePoint until = Loop::now() + patience;
    while (!(*child)->at_end() && Loop::now() < until && ran.output.size() < (8u << 20))
      ran.output += (*child)->read(until);
    (*child)->end();
  });
  loop.run();
  return ran;
}

inline Confinement shell(const std::string& script, const std::string& scratch,
                         std::vector<std::string> readable = {}) {
  Confinement what;
  what.argv = {"/bin/sh", "-c", script};
  what.readable = std::move(readable);
  what.scratch = scratch;
  what.environment = child_environment({}, {});
  return what;
}

}  // namespace mcpjury
