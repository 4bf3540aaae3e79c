// The tables by which a server finds others that look like it: tool names, descriptions, hosts, publishers.
// Private to the module; Store has the questions. near_names, near_keys, near_pairs,
// near_hosts and common_names are derived from tools and servers, and can be made again at any time.
//
// Everything here runs in the caller's transaction and is harmless when repeated.
#pragma once

#include <soci/soci.h>

#include <functional>
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

// Names looked at for one print. A name that shares a print with more than these is like everybody's.
inline constexpr std::size_t kSharersOfAPrint = 200;

// Names of tools with their keys.
using ToolNames = std::vector<std::pair<std::string, std::string>>;

// The server as it was seen at `server.last_seen`, with the tools of this evidence unless the last ones kept
// are of the same.
void keep_neighbour(soci::session& sql, StoreEngine engine, const ServerRow& server,
                    const std::string& evidence, const std::function<std::vector<ToolRow>()>& tools);
// Many at once.
void keep_neighbours(soci::session& sql, StoreEngine engine, const std::vector<ComparedServer>& servers);
void keep_common_names(soci::session& sql, const std::vector<CommonName>& names);

// Of rows that are there already; what is indexed is passed over.
void index_names(soci::session& sql, StoreEngine engine, ToolNames tools);
void index_hosts(soci::session& sql, StoreEngine engine, std::vector<std::string> labels);
// Everything that is kept already: after an import, and after the tables were made or changed.
void fill_neighbours(soci::session& sql, StoreEngine engine);
void fill_neighbours_anew(soci::session& sql, StoreEngine engine);

}  // namespace mcpjury
