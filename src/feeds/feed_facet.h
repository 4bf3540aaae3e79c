// The feeds that a match was made with, as the feeds facet has them. Pure.
#pragma once

#include "base/json.h"
#include "feeds/match.h"

namespace mcpjury {

// Built-in lists first, then the feeds of the index, then the service that was asked.
JsonArray feeds_facet(const FeedIndex& index, const MatchOptions& options);

// Days from one RFC 3339 time to another; nothing when one of them is none.
std::optional<long> days_between(std::string_view from, std::string_view to);

}  // namespace mcpjury
