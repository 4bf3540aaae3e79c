// One setting of SQLite that has no words in SQL. Private to the module.
#pragma once

#include <soci/soci.h>

namespace mcpjury {

// Leaves the write-ahead log where it is when the last connection closes. Otherwise each scan, which is a
// process of its own, would copy the log into the file and wait for the disk twice more; now that happens
// once in some hundred pages. Nothing hangs on it: the log is part of the store.
void keep_log_on_close(soci::session& sql);

}  // namespace mcpjury
