// The processes below one process, read from /proc. A snapshot: any of them may be gone when it returns.
#pragma once

#include <sys/types.h>

#include <vector>

namespace mcpjury {

std::vector<pid_t> descendants_of(pid_t root);  // nearest first, without the root

}  // namespace mcpjury
