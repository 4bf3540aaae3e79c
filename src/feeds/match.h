// What is known against the packages of a target: advisories, look-alikes, indicators, and the feeds that
// were asked. Fills the members of the facets `dependencies` and `feeds` (docs/schema/evidence.schema.json).
//
// Reads the index and nothing else; no clock, no network. Bounded by kMaxAdvisories.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "feeds/feed_index.h"
#include "feeds/record_codec.h"
#include "packages/inventory.h"

namespace mcpjury {

// One package, as a lock file or manifest names it.
struct PackageQuery {
  std::string ecosystem, name, version;
  bool range = false;  // `version` is a range, or what is installed is not known
  bool direct = false;
  bool development = false;
};

// Answers of an advisory service that was asked on purpose (feeds/update/osv_api.h).
struct OnlineAnswers {
  std::string name;    // of the feed, "osv-api"
  std::string source;  // the address that was asked
  std::string as_of;   // when
  std::map<PackageKey, std::vector<OsvRecord>> records;
  std::vector<PackageKey> asked;  // sorted: these were answered, whatever came
  std::vector<std::string> failures;
};

struct MatchOptions {
  std::string now;  // observed_at; a feed older than stale_days before it is stale. Empty: age is not judged
  int stale_days = 30;
  const OnlineAnswers* online = nullptr;
  bool lookalikes = true;
};

struct MatchResult {
  JsonArray advisories;  // $defs/advisory, in order of package, version and id
  JsonArray lookalikes;  // of dependencies.lookalikes
  JsonArray indicators;  // of dependencies.indicators: packages that exist only to carry malware
  JsonArray undecided;   // {ecosystem, package, version, ids[], reason: "range" | "version"}
  JsonArray feeds;       // of the feeds facet
  std::vector<std::string> uncovered;  // ecosystems of packages for which no whole feed is there
  std::vector<std::string> notes;      // one line each, for the reason of a facet
  bool truncated = false;              // more than kMaxAdvisories
};

inline constexpr std::size_t kMaxAdvisories = 20'000;

MatchResult match_packages(const std::vector<PackageQuery>& packages, FeedIndex& index,
                           const MatchOptions& options);
// From dependencies.packages. Rows without "range" are exact when their version is one of the ecosystem.
MatchResult match_packages(const JsonArray& packages, FeedIndex& index, const MatchOptions& options);
std::vector<PackageQuery> package_queries(const JsonArray& packages);
std::vector<PackageQuery> package_queries(const std::vector<PackageRow>& rows);

}  // namespace mcpjury
