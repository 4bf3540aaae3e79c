// Runs the system's git for one question to one server: no configuration of the user or the system, no hooks,
// no prompts, no helper programs, no other protocol, no redirect, no proxy, the address pinned to the one
// that the address policy allowed. Resource limits, a deadline, and the end of its whole process group.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/loop.h"

namespace mcpjury {

struct GitRun {
  std::string home;                       // a private folder; HOME of the child, and its working folder
  std::string pin;                        // "host:port:address", for http.curloptResolve; empty for none
  bool allow_http = false;                // plain http besides https
  std::uint64_t file_bytes = 512u << 20;  // of one file that git writes
  std::uint64_t memory_bytes = 2ull << 30;
  std::size_t output_bytes = 32u << 20;  // of standard output; more ends it
  TimePoint deadline = TimePoint::max();
  std::function<bool()> stopped;  // asked now and then; true ends it
};

struct GitOutput {
  bool ok = false;
  std::string output;
  std::string problem;  // one line: what git said, escaped; or "took too long", "more than the limit"
};

GitOutput run_git(const GitRun& run, const std::vector<std::string>& arguments);

}  // namespace mcpjury
