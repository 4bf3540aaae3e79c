// What a server may see of this machine, and the two ways to make it so.
//
// Plain functions; a ChildSpec they give is good for one start. Thread safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "observe/local/child_spec.h"

namespace mcpjury {

enum class SandboxKind : std::uint8_t { kBubblewrap, kLandlock, kNone };
std::string_view name_of(SandboxKind kind);  // "bubblewrap+seccomp", "landlock+seccomp", "none"

// What works here, best first; kNone when neither does. Tries bubblewrap once a call: 5 ms.
SandboxKind best_sandbox();
bool bubblewrap_works();
bool landlock_works();

// One run, before it is confined.
struct Confinement {
  std::vector<std::string> argv;      // argv[0] is an absolute path
  std::vector<std::string> readable;  // files and folders besides the system's own
  std::string working_dir;            // inside a readable path; empty: the scratch home
  std::string scratch;                // a folder of ours on the host; only Landlock and none write to it
  std::vector<std::pair<std::string, std::string>> environment;  // without HOME and TMPDIR
};

// Parts of the system every program needs; those that exist here.
std::vector<std::string> system_paths();

Result<ChildSpec> confine(SandboxKind kind, const Confinement& what);
Result<ChildSpec> confine_bubblewrap(const Confinement& what);
Result<ChildSpec> confine_landlock(const Confinement& what);
Result<ChildSpec> confine_nothing(const Confinement& what);

}  // namespace mcpjury
