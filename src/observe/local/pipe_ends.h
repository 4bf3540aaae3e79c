// Pipes and the control socket of a child: small wrappers around system calls.
#pragma once

#include <sys/types.h>

#include <array>
#include <optional>
#include <string_view>

#include "observe/local/keeper.h"
#include "observe/local/owned_fd.h"

namespace mcpjury {

// Both ends close at exec and are numbered above 2, so that making them 0, 1 and 2 never overwrites one.
bool make_pipe(std::array<OwnedFd, 2>& ends);
bool make_sockets(std::array<OwnedFd, 2>& ends);

// write() that gives EPIPE instead of raising SIGPIPE in this thread.
ssize_t write_quietly(int descriptor, std::string_view bytes);

// None: errno is EAGAIN when nothing waits, something else at the end.
std::optional<KeeperMessage> receive_message(int control, OwnedFd& extra);

}  // namespace mcpjury
