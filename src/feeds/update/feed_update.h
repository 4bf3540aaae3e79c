// Fetches the zips of a feed from an address that the user configured, and imports them.
//
// The layout is that of the OSV project: BASE/ECOSYSTEM/all.zip. No address is built in. The guarded client
// does the fetching: https only, public addresses only, unless the user lifted the guard for that host. A zip
// is written to a file beside the index and removed afterwards, also when the import fails.
#pragma once

#include <string>
#include <vector>

#include "feeds/feed_import.h"
#include "net/address_policy.h"
#include "net/guarded_client.h"

namespace mcpjury {

struct UpdateOptions {
  std::string base;                     // "https://host/path"
  std::vector<std::string> ecosystems;  // as OSV writes them
  std::string folder;                   // of the index
  std::string now;                      // RFC 3339
  bool allow_private = false;
  std::size_t max_bytes = 1ull << 30;  // of one zip
  Milliseconds time{600'000};          // of one zip
};

struct UpdateOutcome {
  std::string ecosystem;
  std::string error;  // non-empty: the feed that was there before stays
  ErrorCode code = ErrorCode::kNotReached;
  ImportReport report;
};

// Where MCPJURY_FEED_URL points when `given` is empty; kUsage when nothing is configured or it is no URL.
Result<std::string> feed_base(const std::string& given);
// The address of one zip: what is no letter, digit, "-", "." or "_" in the name is escaped.
std::string feed_zip_url(const std::string& base, const std::string& ecosystem);

// One outcome an ecosystem, in their order. Runs a loop of its own; `resolver` and `trust` for tests.
std::vector<UpdateOutcome> update_feeds(const UpdateOptions& options);
std::vector<UpdateOutcome> update_feeds(const UpdateOptions& options, Loop& loop, Resolver& resolver,
                                        const TrustStore& trust, RequestLog& log);

}  // namespace mcpjury
