// SQLite as this module uses it: a file, prepared statements, errors as Result. Private to feeds.
//
// A Database is used by one thread at a time. Statements must not outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace mcpjury {

class Statement {
 public:
  Statement() = default;
  // Positions count from 1. Views must live until the next step.
  void bind(int position, std::string_view text);
  void bind(int position, std::int64_t number);
  void bind_blob(int position, std::string_view bytes);
  // True: a row is there. False: the end.
  Result<bool> step();
  // For statements that give no rows; ready for the next time afterwards.
  Status run();
  void reset();

  // Columns count from 0; valid until the next step.
  std::string_view text(int column) const;
  std::string_view blob(int column) const;
  std::int64_t number(int column) const;

 private:
  friend class Database;
  struct Finish {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finish> handle_;
  std::string name_;  // of the file, for messages
};

class Database {
 public:
  enum class Mode { kRead, kWrite };
  // kUnreadable when it cannot be opened or is no database. Mode::kWrite makes the file.
  static Result<Database> open(const std::string& path, Mode mode);
  Status run(const char* sql);
  Result<Statement> prepare(std::string_view sql);
  std::int64_t last_row() const;
  std::int64_t changes() const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::unique_ptr<sqlite3, Close> handle_;
  std::string name_;
};

}  // namespace mcpjury
