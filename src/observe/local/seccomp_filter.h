// System calls a server has no business with, as BPF programs made by libseccomp.
//
// Deny lists: what is refused gives EPERM (clone3: ENOSYS, so that the C library falls back to clone, whose
// flags can be looked at). Calls of other architectures are refused too. Pure; the programs are loaded by the
// child or by bubblewrap.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"

namespace mcpjury {

using BpfProgram = std::vector<sock_filter>;

// Both sandboxes: tracing, mounting, namespaces, keys, BPF, io_uring, modules, clocks, terminal injection …
Result<BpfProgram> common_filter();

// What Landlock of this ABI version leaves open: attributes and owners of files, truncation before ABI 3,
// signals to other processes before ABI 6.
Result<BpfProgram> landlock_gap_filter(int abi);

// No socket of any family, because Landlock covers neither UDP nor the path names of Unix sockets;
// socketpair stays. `heard`: the refusal is made by our listener, which notes the family.
Result<BpfProgram> no_socket_filter(bool heard);

// Inside a network namespace of its own: connect, sendto and sendmmsg are shown to the listener.
Result<BpfProgram> watch_network_filter();

}  // namespace mcpjury
