// Asks the advisory service whose address the operator configured (MCPJURY_OSV_API) about the packages of a
// target. It tells that service which packages are looked at: done only with --registry-lookups.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "feeds/match.h"

namespace mcpjury {

struct AdvisoryService {
  std::string address;   // BASE of BASE/v1/querybatch; empty: nobody is asked
  std::string resolver;  // of the operator's configuration
  bool allow_private = false;
  double timeout_seconds = 90;
};

// Runs a loop of its own; not to be called from a fiber. What was sent is appended to `request_log`. Packages
// about which no answer came are not in `asked`, and why stands in `failures`.
OnlineAnswers ask_advisory_service(const AdvisoryService& service, const std::vector<PackageQuery>& packages,
                                   const std::string& now, JsonArray& request_log);

}  // namespace mcpjury
