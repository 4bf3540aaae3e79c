// Servers and their scans as the API writes them. Pure.
#pragma once

#include "base/json.h"
#include "serve/age.h"
#include "store/store.h"

namespace mcpjury {

JsonObject server_json(const DirectoryRow& row, const ScanAge& age);
// `changed`: the surface differs from the scan before with the same credential.
JsonObject history_json(const ScanRow& row, bool changed);
// Newest first, as the store gives them; `shown` of them.
JsonArray history_list(const std::vector<ScanRow>& rows, std::size_t shown);

}  // namespace mcpjury
