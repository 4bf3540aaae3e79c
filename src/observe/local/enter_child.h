// The last steps of a child before it becomes the server: descriptors, limits, privileges, Landlock, filters.
//
// Runs between fork and exec: system calls only. Never returns; what fails is told over the report pipe,
// and a confinement that cannot be entered ends the child.
#pragma once

#include "observe/local/keeper.h"

namespace mcpjury {

[[noreturn]] void enter_child(const PreparedChild& child);

}  // namespace mcpjury
