// The stored evidence of the newest scans, page by page, and the note that it was judged anew. Private to the
// module. Belongs to one thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/connection.h"

namespace mcpjury {

struct StoredEvidence {
  std::string uid, evidence_sha256;  // of the scan
  std::string packed;                // its evidence, as the store keeps it
};

class RegradeBook {
 public:
  static Result<std::unique_ptr<RegradeBook>> open(const StoreOptions& options);
  // From now on pages hold what was stored up to this moment. How many there are.
  Result<std::uint64_t> begin(bool all);
  Result<std::vector<StoredEvidence>> next(std::size_t most);
  // The fleet need not look at the server only because the catalogue changed.
  Status note(const std::string& target_key, const std::string& evidence_sha256);

 private:
  explicit RegradeBook(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
  std::unique_ptr<Connection> connection_;
  std::string but_;  // scans of this catalogue are left out
  long long after_ = 0, last_ = 0;
};

}  // namespace mcpjury
