// Landlock: a process gives up the file system except for what is named. Needs no privilege and no namespace.
//
// The kernel's ABI version is asked at run time; the bits of versions newer than the headers are defined by
// hand. Thread safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "observe/local/owned_fd.h"

namespace mcpjury {

// 0: the kernel has none, or it is switched off.
int landlock_abi();

struct LandlockPaths {
  std::vector<std::string> readable;  // and executable
  std::vector<std::string> writable;  // folders of the child's own
  std::vector<std::string> devices;   // single files, read and written
};
// Paths that are not there are passed over. TCP is refused from ABI 4, abstract sockets and signals to the
// outside from ABI 6; before that seccomp has to.
Result<OwnedFd> make_landlock_rules(const LandlockPaths& paths);

// Between fork and exec, with no_new_privs set. Adds the process's own folder of /proc, whose number only it
// knows.
bool enter_landlock(int rules);

}  // namespace mcpjury
