#include "store/connection.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>

#include "base/data_folder.h"
#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

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

bool lost(const soci::soci_error& error) {
  return error.get_error_category() == soci::soci_error::connection_error;
}

}  // namespace

Connection::Connection(StoreOptions options, StoreEngine engine, std::string parameters, std::string place)
    : options_(std::move(options)),
      engine_(engine),
      parameters_(std::move(parameters)),
      place_(std::move(place)) {}

Result<std::unique_ptr<Connection>> Connection::open(const StoreOptions& options) {
  std::unique_ptr<Connection> made;
  if (is_postgres(options.url)) {
    auto parameters = postgres_parameters(options.url);
    if (!parameters) return parameters.error();
    made.reset(
        new Connection(options, StoreEngine::kPostgres, std::move(*parameters), shown_postgres(options.url)));
  } else {
    std::string path = options.url.starts_with("sqlite:") ? options.url.substr(7) : options.url;
    if (path.empty()) {
      auto folder = data_folder();
      if (!folder) return folder.error();
      if (auto kept = make_data_folder(*folder); !kept) return kept.error();
      path = *folder + "/history.sqlite";
    }
    made.reset(new Connection(
        options, StoreEngine::kSqlite,
        fmt::format("dbname={} timeout={}", in_quotes(path), std::max(1, options.busy_milliseconds / 1000)),
        path));
  }
  if (auto ready = made->prepare(); !ready) return ready.error();
  return made;
}

Error Connection::failure(const std::string& what) const {
  return {ErrorCode::kUnreadable,
          fmt::format("store {}: {}", escape_terminal(place_), clip(escape_terminal(redact(what)), 300))};
}

void Connection::connect() {
  sql_.close();
  sql_.open(engine_ == StoreEngine::kSqlite ? "sqlite3" : "postgresql", parameters_);
  if (engine_ == StoreEngine::kSqlite) {
    sql_ << fmt::format("pragma busy_timeout={}", options_.busy_milliseconds);
    sql_ << "pragma journal_mode=wal";
    sql_ << "pragma synchronous=normal";
  } else {
    sql_ << fmt::format("set lock_timeout={}", options_.busy_milliseconds);
    sql_ << "set client_min_messages=warning";
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

Result<Ok> Connection::prepare() {
  int version = 0;
  if (auto opened = guarded([&] { connect(); }); !opened) return opened;
  const auto read_version = [&](soci::session& sql) {
    int there = 0;
    if (engine_ == StoreEngine::kSqlite) {
      sql << "select count(*) from sqlite_master where type = 'table' and name = 'mcpjury_schema'",
          soci::into(there);
    } else {
      sql << "select count(*) from information_schema.tables where table_schema = current_schema() "
             "and table_name = 'mcpjury_schema'",
          soci::into(there);
    }
    version = 0;
    if (there != 0) sql << "select coalesce(max(version), 0) from mcpjury_schema", soci::into(version);
  };
  if (auto done = guarded([&] { read_version(sql_); }); !done) return done;
  if (version > kStoreSchemaVersion) {
    return failure(fmt::format("made by a newer mcpjury (schema {}, this one knows {}); use that one",
                               version, kStoreSchemaVersion));
  }
  if (version == kStoreSchemaVersion) return Ok{};
  return write([&](soci::session& sql) {
    // Two programs may start at once: whoever is second finds the work done.
    if (engine_ == StoreEngine::kPostgres) sql << "select pg_advisory_xact_lock(7263411)";
    read_version(sql);
    if (version == 0) sql << "create table if not exists mcpjury_schema (version integer not null)";
    for (; version < kStoreSchemaVersion; ++version) {
      for (const std::string& statement : migration(version, engine_)) sql << statement;
      const int next = version + 1;
      sql << "insert into mcpjury_schema (version) values (:v)", soci::use(next);
    }
  });
}

Result<Ok> Connection::write(const std::function<void(soci::session&)>& work) {
  for (int attempt = 0;; ++attempt) {
    try {
      sql_ << (engine_ == StoreEngine::kSqlite ? "begin immediate" : "begin");
      work(sql_);
      sql_ << "commit";
      return Ok{};
    } catch (const soci::soci_error& error) {
      const Error what = failure(error.what());
      const bool gone = engine_ == StoreEngine::kPostgres && (lost(error) || !sql_.is_connected());
      try {
        if (gone) {
          connect();
        } else {
          sql_ << "rollback";
        }
      } catch (const std::exception&) {
        return what;
      }
      if (!gone || attempt >= 1) return what;
    } catch (const std::exception& error) {
      return failure(error.what());
    }
  }
}

Result<Ok> Connection::read(const std::function<void(soci::session&)>& work) {
  for (int attempt = 0;; ++attempt) {
    try {
      work(sql_);
      return Ok{};
    } catch (const soci::soci_error& error) {
      const Error what = failure(error.what());
      if (engine_ != StoreEngine::kPostgres || attempt >= 1 || (!lost(error) && sql_.is_connected()))
        return what;
      if (auto again = guarded([&] { connect(); }); !again) return what;
    } catch (const std::exception& error) {
      return failure(error.what());
    }
  }
}

}  // namespace mcpjury
