// The gateway between an MCP client and a server that enforces grades and pins: for a server on stdio, and
// for a remote one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "guard/gate.h"

namespace mcpjury {

struct GuardLimits {
  std::size_t frame_bytes = 10u << 20;     // of one frame, either way
  std::size_t buffer_bytes = 1u << 20;     // waiting for a slow reader, before the other side is read no more
  std::chrono::milliseconds grace{2'000};  // after the input closed, and again after SIGTERM
};

struct StdioGuardOptions {
  std::vector<std::string> command;
  GateOptions gate;
  GuardLimits limits;
};

// Serves the client on the two descriptors until one of the two sides ends. The exit code is that of the
// server when it ended by itself or because its input did, 0 when it had to be killed then, 128 + number when
// a signal ended us.
Result<int> guard_stdio(int client_in, int client_out, const StdioGuardOptions& options, GuardLog& log);

// Unguessable, for the ids of our own requests.
std::string random_prefix();

}  // namespace mcpjury
