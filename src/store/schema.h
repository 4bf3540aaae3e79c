// The tables, as a list of steps that is only ever added to. Both engines speak the same words but for the
// automatic id.
#pragma once

#include <string>
#include <vector>

namespace mcpjury {

enum class StoreEngine { kSqlite, kPostgres };

inline constexpr int kStoreSchemaVersion = 7;
// Statements that lead from version `from` to the next one; none from kStoreSchemaVersion on.
std::vector<std::string> migration(int from, StoreEngine engine);

}  // namespace mcpjury
