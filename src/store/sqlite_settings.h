// Settings of SQLite that have no words in SQL. Private to the module.
#pragma once

#include <soci/soci.h>

namespace mcpjury {

// Before the first connection of the process: no locks for what one thread has to itself, as every connection
// here is, and none to count memory that nobody asks about.
void spare_sqlite_locks();

// How a connection waits and writes. It leaves the write-ahead log where it is when it closes: otherwise each
// scan, which is a process of its own, would copy the log into the file and wait for the disk twice more; now
// that happens once in some hundred pages. Nothing hangs on it: the log is part of the store. Throws
// soci::soci_error.
void set_up_sqlite(soci::session& sql, int busy_milliseconds, bool writes, bool sync_each);

}  // namespace mcpjury
