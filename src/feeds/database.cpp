#include "feeds/database.h"

#include <sqlite3.h>

#include "base/escape.h"

namespace mcpjury {
namespace {

constexpr int kBusyMilliseconds = 20'000;

Error failure(sqlite3* handle, const std::string& name) {
  const int code = handle != nullptr ? sqlite3_errcode(handle) & 0xFF : SQLITE_NOMEM;
  const std::string reason = handle != nullptr ? sqlite3_errmsg(handle) : "out of memory";
  const std::string text = escape_terminal(name) + ": " + escape_terminal(reason);
  if (code == SQLITE_FULL || code == SQLITE_READONLY || code == SQLITE_IOERR)
    return {ErrorCode::kCannotWrite, text};
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    return {ErrorCode::kUnreadable, text + "; another import is running"};
  return {ErrorCode::kUnreadable, text};
}

}  // namespace

void Statement::Finish::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

void Statement::bind(int position, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), position, text.data() != nullptr ? text.data() : "", text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
}
void Statement::bind(int position, std::int64_t number) {
  sqlite3_bind_int64(handle_.get(), position, number);
}
void Statement::bind_blob(int position, std::string_view bytes) {
  sqlite3_bind_blob64(handle_.get(), position, bytes.data() != nullptr ? bytes.data() : "", bytes.size(),
                      SQLITE_STATIC);
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return failure(sqlite3_db_handle(handle_.get()), name_);
}

Status Statement::run() {
  for (;;) {
    const auto stepped = step();
    if (!stepped) {
      reset();
      return stepped.error();
    }
    if (!*stepped) break;
  }
  reset();
  return Ok{};
}

void Statement::reset() { sqlite3_reset(handle_.get()); }

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}
std::string_view Statement::blob(int column) const {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}
std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_.get(), column); }

Result<Database> Database::open(const std::string& path, Mode mode) {
  Database out;
  out.name_ = path;
  const int flags = mode == Mode::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  out.handle_.reset(handle);
  if (code != SQLITE_OK) return failure(handle, path);
  sqlite3_busy_timeout(handle, kBusyMilliseconds);
  // The file may have been put there by somebody else: its schema must not run anything.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  if (auto set = out.run("pragma cache_size = -16000; pragma temp_store = memory; pragma foreign_keys = off");
      !set) {
    return set.error();
  }
  return out;
}

Status Database::run(const char* sql) {
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    return failure(handle_.get(), name_);
  return Ok{};
}

Result<Statement> Database::prepare(std::string_view sql) {
  Statement out;
  out.name_ = name_;
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  out.handle_.reset(statement);
  if (code != SQLITE_OK) return failure(handle_.get(), name_);
  return out;
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_.get()); }
std::int64_t Database::changes() const { return sqlite3_changes(handle_.get()); }

}  // namespace mcpjury
