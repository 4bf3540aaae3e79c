// The tables by which a server finds others that look like it: tool names, descriptions, hosts, publishers.
// Private to the module; Store has the questions. near_names, near_keys and near_hosts are derived from tools
// and servers, and can be made again at any time.
//
// Everything here runs in the caller's transaction and is harmless when repeated.
#pragma once

#include <soci/soci.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/schema.h"
#include "store/store.h"

namespace mcpjury {

// The texts, or the numbers, of a JSON array parameter as a column `item` of a table `listed`.
std::string listed_texts(StoreEngine engine, std::string_view parameter);
std::string listed_numbers(StoreEngine engine, std::string_view parameter);
// JSON array of the texts, without what PostgreSQL does not keep.
std::string texts_json(const std::vector<std::string>& texts);

// The server and its tools as they were seen at `server.last_seen`.
void keep_neighbour(soci::session& sql, StoreEngine engine, const ServerRow& server,
                    const std::vector<ToolRow>& tools);
// (tool, name_key) pairs that are rows of `tools` already.
void index_names(soci::session& sql, StoreEngine engine,
                 const std::vector<std::pair<std::string, std::string>>& tools);
void index_host(soci::session& sql, StoreEngine engine, const std::string& label);
// Everything that is kept already: after the tables were made, and after an import.
void fill_neighbours(soci::session& sql, StoreEngine engine);

}  // namespace mcpjury
