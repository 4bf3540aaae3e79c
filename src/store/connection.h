// One connection to either engine, with what both need: opening, migrating, one transaction at a time, and
// errors as results. Belongs to one thread.
#pragma once

#include <soci/soci.h>

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "store/schema.h"
#include "store/store.h"

namespace mcpjury {

class Connection {
 public:
  static Result<std::unique_ptr<Connection>> open(const StoreOptions& options);

  StoreEngine engine() const { return engine_; }
  soci::session& sql() { return sql_; }
  const std::string& place() const { return place_; }

  // Runs `work` in one transaction that writes; rolled back when it fails or throws. A connection that was
  // lost on the way is opened again and the work done once more, so `work` must be harmless when repeated.
  Result<Ok> write(const std::function<void(soci::session&)>& work);
  // The same for reading, without a transaction.
  Result<Ok> read(const std::function<void(soci::session&)>& work);

 private:
  Connection(StoreOptions options, StoreEngine engine, std::string parameters, std::string place);
  void connect();
  Result<Ok> prepare();
  Result<Ok> guarded(const std::function<void()>& work);
  Error failure(const std::string& what) const;

  StoreOptions options_;
  StoreEngine engine_;
  std::string parameters_;  // of the library; may hold a password, never shown
  std::string place_;       // shown
  soci::session sql_;
};

}  // namespace mcpjury
