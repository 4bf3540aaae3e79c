#include "store/connection.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <soci/postgresql/soci-postgresql.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/escape.h"
#include "base/redact.h"
#include "home/data_folder.h"
#include "store/latest.h"
#include "store/neighbours.h"
#include "store/sqlite_settings.h"

namespace mcpjury {
namespace {

constexpr std::uintmax_t kLongLog = 1u << 19;

// A path may hold blanks and quotes; the library reads key=value pairs.
std::string in_quotes(const std::string& value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

bool is_postgres(std::string_view url) {
  return url.starts_with("postgresql://") || url.starts_with("postgres://");
}

// Without what stands before the @.
std::string shown_postgres(std::string_view url) {
  const std::size_t at = url.rfind('@');
  if (at == std::string_view::npos) return redact(url);
  return fmt::format("postgresql://{}", redact(url.substr(at + 1)));
}

// The library wants key=value pairs; only the client library of the engine reads URLs rightly.
Result<std::string> postgres_parameters(const std::string& url) {
  char* why = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfoParse(url.c_str(), &why), &PQconninfoFree);
  if (!options) {
    std::string reason = why != nullptr ? why : "not readable";
    PQfreemem(why);
    return Error{ErrorCode::kUsage, fmt::format("store: {}", clip(escape_terminal(redact(reason)), 200))};
  }
  std::string out;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    const std::string_view value = option->val;
    if (value.find_first_of("'\\\"") != std::string_view::npos) {
      return Error{ErrorCode::kUsage,
                   fmt::format("store: {} holds a quote or backslash; use a service file or "
                               "PGPASSFILE for it",
                               option->keyword)};
    }
    out += fmt::format("{}{}='{}'", out.empty() ? "" : " ", option->keyword, value);
  }
  return out;
}

// What the engine says when it is going down or coming up; the library knows only some of it by number.
bool passing(std::string_view what) {
  for (const std::string_view word : {"starting up", "shutting down", "terminating connection",
                                      "not yet accepting connections", "recovery mode"}) {
    if (what.find(word) != std::string_view::npos) return true;
  }
  return false;
}

bool lost(const soci::soci_error& error) {
  const std::string_view what = error.what();
  return error.get_error_category() == soci::soci_error::connection_error || passing(what) ||
         what.find("server closed the connection") != std::string_view::npos ||
         what.find("no connection to the server") != std::string_view::npos ||
         what.find("SSL connection has been closed") != std::string_view::npos;
}

// What is not there is no history yet, not a fault.
Error nothing_there(const std::string& path) {
  return {ErrorCode::kNothingToGrade,
          fmt::format("{}: no history is kept there yet", clip(escape_terminal(path), 200))};
}

}  // namespace

const TableSet& history_tables() {
  static const TableSet kTables{"mcpjury_schema", kStoreSchemaVersion, &migration,
                                [](int from, soci::session& sql, StoreEngine engine) {
                                  if (from == 5) fill_neighbours_anew(sql, engine);
                                  // Not before: it writes columns of version 7.
                                  if (from == 6) fill_latest(sql);
                                },
                                7263411};
  return kTables;
}

Connection::Connection(StoreOptions options, const TableSet& tables, StoreEngine engine,
                       std::string parameters, std::string place)
    : options_(std::move(options)),
      tables_(tables),
      engine_(engine),
      parameters_(std::move(parameters)),
      place_(std::move(place)) {}

Result<std::unique_ptr<Connection>> Connection::open(const StoreOptions& options, const TableSet& tables) {
  std::unique_ptr<Connection> made;
  if (is_postgres(options.url)) {
    auto parameters = postgres_parameters(options.url);
    if (!parameters) return parameters.error();
    made.reset(new Connection(options, tables, StoreEngine::kPostgres, std::move(*parameters),
                              shown_postgres(options.url)));
  } else {
    std::string path = options.url.starts_with("sqlite:") ? options.url.substr(7) : options.url;
    if (path.empty()) {
      auto folder = data_folder();
      if (!folder) return folder.error();
      if (!options.read_only) {
        if (auto kept = make_data_folder(*folder); !kept) return kept.error();
      }
      path = *folder + "/history.sqlite";
    }
    std::error_code failed;
    if (options.read_only && !std::filesystem::exists(path, failed)) return nothing_there(path);
    made.reset(new Connection(
        options, tables, StoreEngine::kSqlite,
        fmt::format("dbname={} timeout={}", in_quotes(path), std::max(1, options.busy_milliseconds / 1000)),
        path));
  }
  auto ready = made->prepare();
  if (!ready && options.read_only && made->engine_ == StoreEngine::kSqlite) {
    // A folder or a medium that cannot be written may still be read.
    made->cannot_write_ = true;
    made->parameters_ += " readonly=1";
    if (made->prepare()) return made;
  }
  if (!ready) return ready.error();
  return made;
}

Error Connection::failure(const std::string& what) const {
  // The library goes on with the statement and its values, which say nothing to the reader of an error.
  std::string_view why = what;
  for (const std::string_view end : {" while executing \"", " while preparing \"", " while fetching "})
    why = why.substr(0, why.find(end));
  if (why.starts_with("sqlite3_") && why.find(": ") != std::string_view::npos)
    why.remove_prefix(why.find(": ") + 2);
  return {ErrorCode::kUnreadable,
          fmt::format("store {}: {}", escape_terminal(place_), clip(escape_terminal(redact(why)), 300))};
}

void Connection::connect() {
  sql_.close();
  if (engine_ == StoreEngine::kSqlite) spare_sqlite_locks();
  sql_.open(engine_ == StoreEngine::kSqlite ? "sqlite3" : "postgresql", parameters_);
  if (engine_ == StoreEngine::kSqlite) {
    set_up_sqlite(sql_, options_.busy_milliseconds, !cannot_write_, options_.sync_each);
  } else {
    // The library writes what the server remarks to stderr, in the middle of our own lines.
    PQsetNoticeProcessor(
        static_cast<soci::postgresql_session_backend*>(sql_.get_backend())->conn_, [](void*, const char*) {},
        nullptr);
    sql_ << fmt::format("set lock_timeout={}", options_.busy_milliseconds);
    sql_ << "set client_min_messages=warning";
    // Its estimates are of unknown lists, and compiling takes longer than any of our questions.
    sql_ << "set jit=off";
  }
}

void Connection::connect_patiently(bool was_connected) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(options_.reconnect_milliseconds);
  for (auto wait = std::chrono::milliseconds(50);;
       wait = std::min(wait * 2, std::chrono::milliseconds(800))) {
    try {
      return connect();
    } catch (const soci::soci_error& error) {
      const bool worth = engine_ == StoreEngine::kPostgres && (was_connected || passing(error.what()));
      if (!worth || Clock::now() + wait >= until) throw;
    }
    std::this_thread::sleep_for(wait);
  }
}

Result<Ok> Connection::guarded(const std::function<void()>& work) {
  try {
    work();
    return Ok{};
  } catch (const std::exception& error) {
    return failure(error.what());
  }
}

int Connection::stored_version() {
  int there = 0, version = 0;
  const std::string name = tables_.version_table;
  if (engine_ == StoreEngine::kSqlite) {
    sql_ << "select count(*) from sqlite_master where type = 'table' and name = :name", soci::use(name),
        soci::into(there);
  } else {
    sql_ << "select count(*) from information_schema.tables where table_schema = current_schema() "
            "and table_name = :name",
        soci::use(name), soci::into(there);
  }
  if (there != 0) sql_ << fmt::format("select coalesce(max(version), 0) from {}", name), soci::into(version);
  return version;
}

Result<Ok> Connection::prepare() {
  int version = 0;
  if (auto opened = guarded([&] {
        connect_patiently(false);
        version = stored_version();
      });
      !opened)
    return opened;
  if (version > tables_.version) {
    return failure(fmt::format("made by a newer mcpjury (schema {}, this one knows {}); use that one",
                               version, tables_.version));
  }
  if (version == tables_.version) return Ok{};
  if (cannot_write_) return failure("made by an older mcpjury, and it cannot be brought up where it is");
  if (version > 0) make_room();
  return write([&](soci::session& sql) {
    // Two programs may start at once: whoever is second finds the work done.
    if (engine_ == StoreEngine::kPostgres) {
      sql << fmt::format("select pg_advisory_xact_lock({})", tables_.lock);
    }
    version = stored_version();
    if (version == 0)
      sql << fmt::format("create table if not exists {} (version integer not null)", tables_.version_table);
    for (; version < tables_.version; ++version) {
      for (const std::string& statement : tables_.steps(version, engine_)) sql << statement;
      if (tables_.fill != nullptr) tables_.fill(version, sql, engine_);
      const int next = version + 1;
      sql << fmt::format("insert into {} (version) values (:v)", tables_.version_table), soci::use(next);
    }
  });
}

Result<Ok> Connection::write(const std::function<void(soci::session&)>& work) {
  for (int attempt = 0;; ++attempt) {
    Error what;
    bool gone = false, crossed = false;  // crossed: two writers waited for each other, and this one gave way
    try {
      sql_ << (engine_ == StoreEngine::kSqlite ? "begin immediate" : "begin");
      work(sql_);
      sql_ << "commit";
      return Ok{};
    } catch (const soci::soci_error& error) {
      what = failure(error.what());
      gone = engine_ == StoreEngine::kPostgres && (lost(error) || !sql_.is_connected());
      crossed = !gone && std::string_view(error.what()).find("deadlock detected") != std::string_view::npos;
    } catch (const std::exception& error) {
      what = failure(error.what());
    }
    try {
      if (gone) {
        connect_patiently(true);
      } else {
        sql_ << "rollback";
      }
    } catch (const std::exception&) {
      return what;
    }
    if ((!gone || attempt >= 2) && (!crossed || attempt >= 10)) return what;
  }
}

Result<Ok> Connection::once(const char* begin, const std::function<Result<Ok>(soci::session&)>& work) {
  Result<Ok> done = Ok{};
  auto ran = guarded([&] {
    sql_ << begin;
    done = work(sql_);
    if (done) sql_ << "commit";
  });
  if (ran && done) return Ok{};
  // Whatever is open ends with the connection; an error here says nothing new.
  (void)guarded([&] { sql_ << "rollback"; });
  return ran ? done : ran;
}

Result<Ok> Connection::write_once(const std::function<Result<Ok>(soci::session&)>& work) {
  return once(engine_ == StoreEngine::kSqlite ? "begin immediate" : "begin", work);
}

// Whoever opens the store next reads the log through, and cannot tell how much of it is in the file already:
// left alone it would be read, and copied, longer every time.
Connection::~Connection() {
  if (engine_ != StoreEngine::kSqlite || options_.read_only || cannot_write_) return;
  std::error_code failed;
  const auto log = std::filesystem::file_size(place_ + "-wal", failed);
  if (failed || log < kLongLog) return;
  (void)guarded([&] {
    sql_ << "pragma busy_timeout=0";  // somebody else at work does it later
    sql_ << "pragma wal_checkpoint(truncate)";
  });
}

void Connection::make_room() {
  if (engine_ != StoreEngine::kSqlite) return;
  (void)guarded([&] { sql_ << "pragma cache_size=-524288"; });
}

void Connection::settle() {
  if (engine_ != StoreEngine::kSqlite) return;
  (void)guarded([&] { sql_ << "pragma cache_size=-2000"; });
  // That somebody else is reading just now loses nothing.
  (void)guarded([&] { sql_ << "pragma wal_checkpoint(truncate)"; });
}

Result<Ok> Connection::snapshot(const std::function<Result<Ok>(soci::session&)>& work) {
  return once(engine_ == StoreEngine::kSqlite ? "begin" : "begin isolation level repeatable read read only",
              work);
}

Result<Ok> Connection::read(const std::function<void(soci::session&)>& work) {
  for (int attempt = 0;; ++attempt) {
    try {
      work(sql_);
      return Ok{};
    } catch (const soci::soci_error& error) {
      const Error what = failure(error.what());
      if (engine_ != StoreEngine::kPostgres || attempt >= 2 || (!lost(error) && sql_.is_connected()))
        return what;
      if (auto again = guarded([&] { connect_patiently(true); }); !again) return what;
    } catch (const std::exception& error) {
      return failure(error.what());
    }
  }
}

}  // namespace mcpjury
