// The tables of feeds.sqlite. Private to feeds.
#pragma once

#include "feeds/database.h"

namespace mcpjury {

inline constexpr std::int64_t kFeedSchemaVersion = 1;

// 0 for a file without tables.
Result<std::int64_t> schema_version(Database& database);
// Makes the tables in a new file; refuses a file of another version.
Status make_schema(Database& database, const std::string& path);

}  // namespace mcpjury
