// Keeping what others are compared with. Rows come from one JSON parameter, as everywhere in the store.
#include <algorithm>

#include "base/canonical_json.h"
#include "store/neighbour_keys.h"
#include "store/neighbours.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::size_t kNamesAtOnce = 2'000;

constexpr std::string_view kToolsSqlite =
    "insert into tools (target_key, server_name, tool, name_key, description_sha256, first_seen, last_seen) "
    "select :key, :server, value->>'tool', value->>'name_key', value->>'description_sha256', :first, :last "
    "from json_each(:rows) where true "
    "on conflict (target_key, tool, description_sha256) do update set last_seen = excluded.last_seen, "
    "server_name = excluded.server_name, name_key = excluded.name_key";
constexpr std::string_view kToolsPostgres =
    "insert into tools (target_key, server_name, tool, name_key, description_sha256, first_seen, last_seen) "
    "select distinct on (x.tool, x.description_sha256) :key, :server, x.tool, x.name_key, "
    "x.description_sha256, :first, :last "
    "from jsonb_to_recordset(cast(:rows as jsonb)) as x(tool text, name_key text, description_sha256 text) "
    "on conflict (target_key, tool, description_sha256) do update set last_seen = excluded.last_seen, "
    "server_name = excluded.server_name, name_key = excluded.name_key";
constexpr std::string_view kNamesSqlite =
    "insert into near_names (near_key, name_key) select value->>'near', value->>'name' from "
    "json_each(:rows) where true on conflict (near_key) do nothing";
constexpr std::string_view kNamesPostgres =
    "insert into near_names (near_key, name_key) select x.near, x.name from "
    "jsonb_to_recordset(cast(:rows as jsonb)) as x(near text, name text) on conflict (near_key) do nothing";
constexpr std::string_view kPrintsSqlite =
    "insert into near_keys (print, name_id) select value->>0, value->>1 from json_each(:rows) where true "
    "on conflict (print, name_id) do nothing";
constexpr std::string_view kPrintsPostgres =
    "insert into near_keys (print, name_id) select cast(value->>0 as bigint), cast(value->>1 as bigint) "
    "from jsonb_array_elements(cast(:rows as jsonb)) on conflict (print, name_id) do nothing";

// Sorted, so that two programs that add the same names wait for each other in one order.
struct NearName {
  std::string near, name;
};
std::vector<NearName> near_names(const std::vector<std::pair<std::string, std::string>>& tools) {
  std::vector<NearName> out;
  for (const auto& [tool, name] : tools) {
    if (std::string near = near_key(tool); !near.empty()) out.push_back({std::move(near), name});
  }
  std::sort(out.begin(), out.end(), [](const NearName& a, const NearName& b) { return a.near < b.near; });
  out.erase(std::unique(out.begin(), out.end(),
                        [](const NearName& a, const NearName& b) { return a.near == b.near; }),
            out.end());
  return out;
}

std::vector<std::string> known_names(soci::session& sql, StoreEngine engine, const std::string& wanted) {
  std::vector<std::string> out;
  soci::rowset<std::string> rows =
      (sql.prepare << "select near_key from near_names where near_key in (select item from " +
                          listed_texts(engine, "wanted") + ")",
       soci::use(wanted));
  for (const std::string& row : rows) out.push_back(row);
  std::sort(out.begin(), out.end());
  return out;
}

void add_names(soci::session& sql, StoreEngine engine, const std::vector<NearName>& names) {
  const bool sqlite = engine == StoreEngine::kSqlite;
  std::vector<std::string> keys;
  for (const NearName& name : names) keys.push_back(name.near);
  const std::vector<std::string> known = known_names(sql, engine, texts_json(keys));
  JsonArray rows;
  keys.clear();
  for (const NearName& name : names) {
    if (std::binary_search(known.begin(), known.end(), name.near)) continue;
    keys.push_back(name.near);
    rows.push_back(JsonObject{{"near", name.near}, {"name", name.name}});
  }
  if (keys.empty()) return;
  const std::string added = canonical_json(rows), wanted = texts_json(keys);
  sql << std::string(sqlite ? kNamesSqlite : kNamesPostgres), soci::use(added);
  std::string prints = "[";
  soci::rowset<soci::row> found = (sql.prepare << "select cast(id as text), near_key from near_names where "
                                                  "near_key in (select item from " +
                                                      listed_texts(engine, "wanted") + ")",
                                   soci::use(wanted));
  for (const soci::row& row : found) {
    const std::string id = row.get<std::string>(0);
    for (const std::int64_t print : deletion_prints(row.get<std::string>(1), 1)) {
      if (prints.size() > 1) prints += ',';
      prints.append("[").append(std::to_string(print)).append(",").append(id).append("]");
    }
  }
  prints += ']';
  sql << std::string(sqlite ? kPrintsSqlite : kPrintsPostgres), soci::use(prints);
}

}  // namespace

std::string listed_texts(StoreEngine engine, std::string_view parameter) {
  return engine == StoreEngine::kSqlite
             ? "(select value as item from json_each(:" + std::string(parameter) + ")) as listed"
             : "(select value as item from json_array_elements_text(cast(:" + std::string(parameter) +
                   " as json))) as listed";
}

std::string listed_numbers(StoreEngine engine, std::string_view parameter) {
  return engine == StoreEngine::kSqlite
             ? listed_texts(engine, parameter)
             : "(select cast(value as bigint) as item from json_array_elements_text(cast(:" +
                   std::string(parameter) + " as json))) as listed";
}

std::string texts_json(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) out.push_back(Json(without_nul(text)));
  return canonical_json(out);
}

void index_names(soci::session& sql, StoreEngine engine,
                 const std::vector<std::pair<std::string, std::string>>& tools) {
  const std::vector<NearName> names = near_names(tools);
  for (std::size_t at = 0; at < names.size(); at += kNamesAtOnce) {
    const auto begin = names.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), at + kNamesAtOnce));
    add_names(sql, engine, {begin, end});
  }
}

void index_host(soci::session& sql, StoreEngine engine, const std::string& label) {
  if (label.empty()) return;
  int there = 0;
  sql << "select count(*) from near_hosts where label = :label", soci::use(label), soci::into(there);
  if (there != 0) return;
  std::string prints = "[";
  for (const std::int64_t print : deletion_prints(std::string_view(label).substr(0, kLongestHostLabel), 2)) {
    if (prints.size() > 1) prints += ',';
    prints += std::to_string(print);
  }
  prints += ']';
  sql << "insert into near_hosts (print, label) select item, :label from " + listed_numbers(engine, "rows") +
             " where true on conflict (print, label) do nothing",
      soci::use(label), soci::use(prints);
}

void keep_neighbour(soci::session& sql, StoreEngine engine, const ServerRow& server,
                    const std::vector<ToolRow>& tools) {
  const ServerRow row{without_nul(server.target_key),
                      without_nul(server.server_name),
                      without_nul(server.publisher),
                      without_nul(server.brands),
                      without_nul(server.package),
                      without_nul(server.repository),
                      without_nul(server.host),
                      without_nul(server.host_label),
                      without_nul(server.host_key),
                      server.first_seen,
                      server.last_seen,
                      server.tool_count};
  const int count = static_cast<int>(row.tool_count);
  sql << "insert into servers (target_key, server_name, publisher, brands, package, repository, host, "
         "host_label, host_key, tool_count, first_seen, last_seen) values (:key, :name, :publisher, :brands, "
         ":package, :repository, :host, :label, :host_key, :tools, :first, :last) "
         "on conflict (target_key) do update set server_name = excluded.server_name, "
         "publisher = excluded.publisher, brands = excluded.brands, package = excluded.package, "
         "repository = excluded.repository, host = excluded.host, host_label = excluded.host_label, "
         "host_key = excluded.host_key, tool_count = excluded.tool_count, last_seen = excluded.last_seen",
      soci::use(row.target_key), soci::use(row.server_name), soci::use(row.publisher), soci::use(row.brands),
      soci::use(row.package), soci::use(row.repository), soci::use(row.host), soci::use(row.host_label),
      soci::use(row.host_key), soci::use(count), soci::use(row.first_seen), soci::use(row.last_seen);
  JsonArray rows;
  std::vector<std::pair<std::string, std::string>> names;
  for (const ToolRow& tool : tools) {
    names.emplace_back(without_nul(tool.name), without_nul(tool.name_key));
    rows.push_back(JsonObject{{"tool", names.back().first},
                              {"name_key", names.back().second},
                              {"description_sha256", tool.description_sha256}});
  }
  index_host(sql, engine, row.host_label);
  if (rows.empty()) return;
  const std::string json = canonical_json(rows);
  sql << std::string(engine == StoreEngine::kSqlite ? kToolsSqlite : kToolsPostgres),
      soci::use(row.target_key), soci::use(row.server_name), soci::use(row.last_seen),
      soci::use(row.last_seen), soci::use(json);
  index_names(sql, engine, names);
}

void fill_neighbours(soci::session& sql, StoreEngine engine) {
  std::vector<std::pair<std::string, std::string>> names;
  std::vector<std::string> labels;
  {
    soci::rowset<soci::row> rows = (sql.prepare << "select distinct tool, name_key from tools");
    for (const soci::row& row : rows) names.emplace_back(row.get<std::string>(0), row.get<std::string>(1));
    soci::rowset<std::string> hosts = (sql.prepare << "select distinct host_label from servers order by 1");
    for (const std::string& label : hosts) labels.push_back(label);
  }
  index_names(sql, engine, names);
  for (const std::string& label : labels) index_host(sql, engine, label);
}

}  // namespace mcpjury
