// When a round has ended: no job of it waits or is out. Private to the module.
#pragma once

#include <string>

#include "fleet/book.h"
#include "queue/queue.h"

namespace mcpjury {

// Ends the rounds whose jobs have all ended: dead letters nobody wrote down, because the worker died with
// them, come into the book. Empty round: all that are open. How many stay open.
Result<std::size_t> end_rounds(JobQueue& queue, FleetBook& book, const std::string& round,
                               const DueTimes& due);

}  // namespace mcpjury
