// What one process of a server may use up. Set before exec and inherited by all it starts.
//
// Address space is not limited: V8 and Go reserve gigabytes they never touch. RLIMIT_DATA counts only
// private memory that can be written, which is what a memory bomb needs.
#pragma once

#include <sys/resource.h>

#include <array>

namespace mcpjury {

struct ResourceLimit {
  int which;
  rlim_t soft, hard;
};

// RLIMIT_NPROC counts all processes of the user, not those of the sandbox, so a small number would refuse
// honest servers on a busy desktop; it only ends a fork bomb.
inline constexpr std::array<ResourceLimit, 6> kServerLimits = {{
    {RLIMIT_CPU, 60, 65},
    {RLIMIT_DATA, rlim_t{4} << 30, rlim_t{4} << 30},
    {RLIMIT_NOFILE, 4096, 4096},
    {RLIMIT_NPROC, 4096, 4096},
    {RLIMIT_FSIZE, rlim_t{64} << 20, rlim_t{64} << 20},
    {RLIMIT_CORE, 0, 0},
}};

// Between fork and exec: only system calls. Never raises a limit that is lower already.
void apply_limits();

}  // namespace mcpjury
