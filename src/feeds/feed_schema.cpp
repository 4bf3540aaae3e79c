#include "feeds/feed_schema.h"

#include "base/escape.h"

namespace mcpjury {

Result<std::int64_t> schema_version(Database& database) {
  auto select = database.prepare("pragma user_version");
  if (!select) return select.error();
  auto row = select->step();
  if (!row) return row.error();
  return *row ? select->number(0) : 0;
}

Status make_schema(Database& database, const std::string& path) {
  const auto version = schema_version(database);
  if (!version) return version.error();
  if (*version == kFeedSchemaVersion) return Ok{};
  if (*version != 0) {
    return Error{
        ErrorCode::kUnreadable,
        escape_terminal(path) + ": written by another version of mcpjury; remove it and import again"};
  }
  return database.run(
      "begin immediate;"
      "create table if not exists feeds(id integer primary key, name text not null unique, kind text not "
      "null,"
      " version text not null, sha256 text not null, as_of text not null, imported_at text not null,"
      " source text not null, ecosystems text not null, entries integer not null,"
      " withdrawn integer not null, rejected integer not null, names blob not null);"
      "create table if not exists records(id integer primary key, feed integer not null,"
      " advisory text not null, modified text not null, head blob not null, keys blob not null,"
      " unique(feed, advisory));"
      "create table if not exists affected(ecosystem text not null, name text not null, feed integer not "
      "null,"
      " record integer not null, body blob not null, primary key(ecosystem, name, feed, record))"
      " without rowid;"
      "create table if not exists rejects(feed integer not null, name text not null, reason text not null);"
      "pragma user_version = 1;"
      "commit");
}

}  // namespace mcpjury
