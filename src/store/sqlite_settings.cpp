#include "store/sqlite_settings.h"

#include <soci/sqlite3/soci-sqlite3.h>

#include <string>

namespace mcpjury {

void spare_sqlite_locks() {
  // When the engine runs already, for somebody else, it refuses, and all stays as it is.
  static const int kSet = sqlite_api::sqlite3_config(SQLITE_CONFIG_MULTITHREAD) |
                          sqlite_api::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  (void)kSet;
}

void set_up_sqlite(soci::session& sql, int busy_milliseconds, bool writes, bool sync_each) {
  // The engine's library is loaded at run time, so its class has no type information here to ask.
  sqlite_api::sqlite3* const engine = static_cast<soci::sqlite3_session_backend*>(sql.get_backend())->conn_;
  sqlite_api::sqlite3_busy_timeout(engine, busy_milliseconds);
  if (!writes) return;
  // What a large import left is cut off when the log begins anew.
  const std::string orders =
      std::string("pragma journal_mode=wal; pragma journal_size_limit=4194304; pragma synchronous=") +
      (sync_each ? "full" : "normal");
  if (sqlite_api::sqlite3_exec(engine, orders.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    throw soci::soci_error(sqlite_api::sqlite3_errmsg(engine));
  sqlite_api::sqlite3_db_config(engine, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

}  // namespace mcpjury
