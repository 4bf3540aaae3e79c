// The process between this program and a server it started. It is the reaper of everything the server starts,
// so that nothing escapes by a double fork or a new session, and it ends all of it when it is told to, or
// when this program is gone, however that died.
//
// keep() runs behind a fork and never returns. It uses system calls only: no memory is asked for, no lock
// taken, because other threads of the program may have held one.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "observe/local/child_spec.h"

namespace mcpjury {

// Over the control socket (sequenced packets). From us: kEndAll. From the other side: the rest.
enum class KeeperWord : int {
  kEndAll = 'K',    // kill every descendant, reap, exit
  kListener = 'L',  // with the listener's descriptor
  kStarted = 'S',   // value: the server's process id
  kExited = 'X',    // value: its wait status
};

struct KeeperMessage {
  KeeperWord word;
  int value = 0;
};

// The spec in the forms system calls take; made before the fork.
struct PreparedChild {
  const ChildSpec& spec;
  int control = -1;           // socket
  int report = -1;            // pipe: errno when exec fails, its end when exec succeeds
  int input, output, errors;  // become 0, 1, 2
  std::vector<char*> argv, envp;
  std::vector<int> kept;  // descriptors that stay open until exec besides 0, 1 and 2, ascending
};
// All descriptors are above 2.
PreparedChild prepare(const ChildSpec& spec, int control, int report, int input, int output, int errors);

[[noreturn]] void keep(const PreparedChild& child);

// Closes every descriptor from 3 on except those given in ascending order.
void close_others(const int* kept, std::size_t count);

}  // namespace mcpjury
