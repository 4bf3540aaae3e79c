// The tables of the queues in a SQL database. Private to the module.
//
// queue_jobs has one row a job. queue_hosts has one row for every host that has jobs waiting or out: `turn`
// is the earliest moment at which the host may be given a job. Who changes a job of a host holds the row of
// the host first; that is what keeps the number of jobs out at one host in bounds across processes.
#pragma once

#include "store/connection.h"

namespace mcpjury {

enum class JobState : int { kWaiting = 0, kTaken = 1, kDone = 2, kDead = 3 };

const TableSet& queue_tables();

}  // namespace mcpjury
