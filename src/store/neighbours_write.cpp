// Keeping what others are compared with. Rows come from one JSON parameter, as everywhere in the store.
#include <algorithm>

#include "base/canonical_json.h"
#include "store/neighbours.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

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
// The texts as both engines keep them.
ServerRow clean(const ServerRow& from) {
  ServerRow out = from;
  for (std::string* text : {&out.target_key, &out.server_name, &out.publisher, &out.brands, &out.package,
                            &out.repository, &out.host, &out.host_label, &out.host_key})
    *text = without_nul(*text);
  return out;
}

void keep_server(soci::session& sql, const ServerRow& row) {
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
}

// Rows of `tools`; adds to `names` what is to be indexed.
void keep_tools(soci::session& sql, StoreEngine engine, const ServerRow& row, const std::string& evidence,
                const std::vector<ToolRow>& tools, ToolNames& names) {
  JsonArray rows;
  std::vector<std::string> keys;
  for (const ToolRow& tool : tools) {
    names.emplace_back(without_nul(tool.name), without_nul(tool.name_key));
    keys.push_back(names.back().second);
    rows.push_back(JsonObject{{"tool", names.back().first},
                              {"name_key", names.back().second},
                              {"description_sha256", tool.description_sha256}});
  }
  const std::string prints = name_prints(keys);
  sql << "update servers set name_prints = :prints, tools_from = :evidence where target_key = :key",
      soci::use(prints), soci::use(evidence), soci::use(row.target_key);
  if (rows.empty()) return;
  const std::string json = canonical_json(rows);
  sql << std::string(engine == StoreEngine::kSqlite ? kToolsSqlite : kToolsPostgres),
      soci::use(row.target_key), soci::use(row.server_name), soci::use(row.last_seen),
      soci::use(row.last_seen), soci::use(json);
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

void keep_neighbour(soci::session& sql, StoreEngine engine, const ServerRow& server,
                    const std::string& evidence, const std::function<std::vector<ToolRow>()>& tools) {
  const ServerRow row = clean(server);
  std::string before;
  sql << "select tools_from from servers where target_key = :key", soci::use(row.target_key),
      soci::into(before);
  const bool same = sql.got_data() && before == evidence;
  keep_server(sql, row);
  if (same) return;
  ToolNames names;
  keep_tools(sql, engine, row, evidence, tools(), names);
  index_hosts(sql, engine, {row.host_label});
  index_names(sql, engine, std::move(names));
}

void keep_neighbours(soci::session& sql, StoreEngine engine, const std::vector<ComparedServer>& servers) {
  ToolNames names;
  std::vector<std::string> labels;
  for (const ComparedServer& server : servers) {
    const ServerRow row = clean(server.row);
    keep_server(sql, row);
    keep_tools(sql, engine, row, {}, server.tools, names);
    labels.push_back(row.host_label);
  }
  index_hosts(sql, engine, std::move(labels));
  index_names(sql, engine, std::move(names));
}

void keep_common_names(soci::session& sql, const std::vector<CommonName>& names) {
  for (const CommonName& name : names) {
    const std::string key = without_nul(name.name_key);
    const int publishers = static_cast<int>(name.publishers);
    sql << "insert into common_names (name_key, publishers) values (:key, :publishers) on conflict do "
           "nothing",
        soci::use(key), soci::use(publishers);
  }
}

}  // namespace mcpjury
