// The query API of OSV as an opt-in: what is known against packages right now, asked of a service whose
// address the user configured. It tells that service which packages are looked at; nothing is asked without
// being told to.
//
// POST BASE/v1/querybatch with at most 1,000 queries, pages by next_page_token, then GET BASE/v1/vulns/ID
// for every id. Used from a fiber with a client of the caller, who has set its policy and deadline.
#pragma once

#include <string>
#include <vector>

#include "feeds/match.h"
#include "net/http.h"

namespace mcpjury {

struct OsvApiLimits {
  std::size_t queries = 20'000;  // packages asked for
  std::size_t records = 5'000;   // advisories fetched
  std::size_t pages = 50;        // of one batch
  std::size_t body_bytes = 16u << 20;
  Milliseconds request_time{30'000};
};

// `packages` with exact versions are asked for by version, others by name alone. What fails is said in
// `failures`, and the packages concerned are not in `asked`.
OnlineAnswers ask_osv(HttpClient& client, const std::string& base, const std::vector<PackageQuery>& packages,
                      const std::string& now, const OsvApiLimits& limits = {});

}  // namespace mcpjury
