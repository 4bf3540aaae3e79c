// One connection to either engine, with what both need: opening, migrating, one transaction at a time, and
// errors as results. Belongs to one thread.
#pragma once

#include <soci/soci.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/schema.h"
#include "store/store.h"

namespace mcpjury {

// Tables that belong together and are migrated together, with a version row of their own: those of the
// history, those of a queue. Several sets may live in one database.
struct TableSet {
  const char* version_table;
  int version;                                                      // what this program knows
  std::vector<std::string> (*steps)(int from, StoreEngine engine);  // from one version to the next
  void (*fill)(int from, soci::session& sql,
               StoreEngine engine);  // what no statement can compute; may be null
  int lock;                          // a number no other set has
};
const TableSet& history_tables();

class Connection {
 public:
  static Result<std::unique_ptr<Connection>> open(const StoreOptions& options,
                                                  const TableSet& tables = history_tables());

  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  StoreEngine engine() const { return engine_; }
  soci::session& sql() { return sql_; }
  const std::string& place() const { return place_; }

  // Runs `work` in one transaction that writes; rolled back when it fails or throws. A connection that was
  // lost on the way is opened again and the work done once more, so `work` must be harmless when repeated.
  Result<Ok> write(const std::function<void(soci::session&)>& work);
  // The same, done once only: for work that cannot be repeated. A lost connection is an error, and nothing of
  // it stays.
  Result<Ok> write_once(const std::function<Result<Ok>(soci::session&)>& work);
  // Before much is written: pages stay in memory until the end instead of going to and fro.
  void make_room();
  // After much was written: the log goes into the file, so that whoever opens it next need not read it all.
  void settle();
  // Reading without a transaction; done once more when the connection was lost.
  Result<Ok> read(const std::function<void(soci::session&)>& work);
  // Reading one state of the store, whatever others write meanwhile; never repeated.
  Result<Ok> snapshot(const std::function<Result<Ok>(soci::session&)>& work);

 private:
  Connection(StoreOptions options, const TableSet& tables, StoreEngine engine, std::string parameters,
             std::string place);
  void connect();
  // A server that is being restarted is waited for, as long as for another writer.
  void connect_patiently(bool was_connected);
  Result<Ok> once(const char* begin, const std::function<Result<Ok>(soci::session&)>& work);
  int stored_version();
  Result<Ok> prepare();
  Result<Ok> guarded(const std::function<void()>& work);
  Error failure(const std::string& what) const;

  StoreOptions options_;
  const TableSet& tables_;
  StoreEngine engine_;
  std::string parameters_;  // of the library; may hold a password, never shown
  std::string place_;       // shown
  bool cannot_write_ = false;
  soci::session sql_;
};

}  // namespace mcpjury
