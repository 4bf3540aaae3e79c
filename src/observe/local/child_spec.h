// Everything that is needed to start one child, made ready before the fork: behind it only system calls are
// allowed, because other threads of this program may hold locks.
//
// A value with owned descriptors; good for one start.
#pragma once

#include <string>
#include <vector>

#include "observe/local/owned_fd.h"
#include "observe/local/seccomp_filter.h"

namespace mcpjury {

struct ChildSpec {
  std::vector<std::string> argv;         // argv[0] is an absolute path
  std::vector<std::string> environment;  // "NAME=value"
  std::string working_dir;               // empty: ours
  bool limits = true;                    // rlimits.h; the fetch step runs without
  bool drop_capabilities = false;        // for a child of root that has no user namespace
  OwnedFd landlock;                      // a rule set to enter; none when closed
  std::vector<BpfProgram> filters;       // entered before exec, in this order
  // Entered before exec with a listener, so that attempts are seen; where the kernel has no listeners,
  // `filter_unheard` is entered instead and nothing is seen.
  BpfProgram filter_heard, filter_unheard;
  std::vector<OwnedFd> inherited;  // open in the child under their present numbers
  // bubblewrap stays between us and the server: a signal for the server must not hit it, and it reports a
  // signal as 128 + number.
  bool wrapped = false;
};

}  // namespace mcpjury
