// Reads an MCP registry page by page through its REST interface (/v0.1/servers) into the book.
//
// Polite: so many requests a second, Retry-After obeyed, longer and longer waits after errors, an unchanged
// first page (ETag) ends a walk at once. Resumable: every page is written with the place where the next one
// begins. Incremental: a walk asks for what was updated since the last whole one began. The answers are
// hostile: sizes, pages and cursors are bounded, and the address guard is on.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "fleet/book.h"
#include "scan/live.h"

namespace mcpjury {

struct RegistryOptions {
  std::string url;    // of the registry; "/v0.1/servers" is added
  bool full = false;  // everything anew, not only what changed
  double per_second = 2;
  int page = 100;
  int attempts = 6;  // of one page
  std::size_t pages = 20'000;
  std::size_t page_bytes = 32u << 20;
  double first_wait_seconds = 1;  // after an error; then twice as long each time, five minutes at most
};

struct RegistryWalk {
  std::size_t pages = 0, entries = 0, targets = 0, skipped = 0, removed = 0;
  bool unchanged = false;  // the registry says that nothing is new
  bool resumed = false;
  std::string since;  // what was asked for; empty: everything
};

// `progress` after every page.
Result<RegistryWalk> walk_registry(const RegistryOptions& options, const LiveOptions& live, FleetBook& book,
                                   std::int64_t now,
                                   const std::function<void(const RegistryWalk&)>& progress);

}  // namespace mcpjury
