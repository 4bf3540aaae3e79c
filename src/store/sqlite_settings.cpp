#include "store/sqlite_settings.h"

#include <soci/sqlite3/soci-sqlite3.h>

namespace mcpjury {

void spare_sqlite_locks() {
  // When the engine runs already, for somebody else, it refuses, and all stays as it is.
  static const int kSet = sqlite_api::sqlite3_config(SQLITE_CONFIG_MULTITHREAD) |
                          sqlite_api::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  (void)kSet;
}

void keep_log_on_close(soci::session& sql) {
  if (sql.get_backend_name() != "sqlite3") return;
  // The engine's library is loaded at run time, so its class has no type information here to ask.
  auto* backend = static_cast<soci::sqlite3_session_backend*>(sql.get_backend());
  sqlite_api::sqlite3_db_config(backend->conn_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

}  // namespace mcpjury
