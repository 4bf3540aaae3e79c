// From what is listed to jobs in the queue: what is due, in an order that gives every host its turn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "fleet/book.h"
#include "fleet/targets.h"
#include "queue/queue.h"

namespace mcpjury {

// A plain list: one target a line; "#" begins a comment.
Result<Listed> list_of_file(const std::string& file);
// One JSON object a line: {"target": …}, {"url": …}, a string, or an entry of a registry.
Result<Listed> list_of_ndjson(const std::string& file);
// Evidence records (*.json) of a folder; they go into the book, for workers on any machine.
Result<Listed> list_of_records(const std::string& folder, FleetBook& book);
// Every MCP client of this machine.
Result<Listed> list_of_clients();

struct SubmitOptions {
  std::string round;   // jobs of one round and target are one job
  std::string source;  // only what was listed there; empty: everything known
  bool all = false;    // whether it is due or not
  std::int64_t now = 0;
};

struct Submitted {
  std::uint64_t due = 0, fresh = 0;  // fresh: not yet in this round
};

Result<Submitted> submit_due(FleetBook& book, JobQueue& queue, const SubmitOptions& options);

// The id of a target's job in a round, and of the scan it leads to: the same on every machine, so that
// neither is there twice.
std::string fleet_uid(std::string_view round, std::string_view target);

}  // namespace mcpjury
