// Making what is derived for looking alike, for everything that is kept.
#include <fmt/format.h>

#include "store/neighbours.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

// The tools that were written last are the newest: an unchanged list is not written again.
void fill_prints(soci::session& sql) {
  std::vector<std::pair<std::string, std::string>> prints;  // target, its prints
  {
    std::string target;
    std::vector<std::string> keys;
    const auto done = [&] {
      if (!keys.empty()) prints.emplace_back(target, name_prints(keys));
      keys.clear();
    };
    soci::rowset<soci::row> rows =
        (sql.prepare
         << "select tools.target_key, tools.name_key from servers join tools on tools.target_key = "
            "servers.target_key where servers.name_prints = '' and tools.last_seen = (select "
            "max(last_seen) from tools as newest where newest.target_key = servers.target_key) "
            "order by tools.target_key");
    for (const soci::row& row : rows) {
      if (std::string next = row.get<std::string>(0); next != target) {
        done();
        target = std::move(next);
      }
      keys.push_back(row.get<std::string>(1));
    }
    done();
  }
  std::string key, text;
  soci::statement update = (sql.prepare << "update servers set name_prints = :prints where target_key = :key",
                            soci::use(text), soci::use(key));
  for (auto& [target, made] : prints) {
    key = target;
    text = made;
    update.execute(true);
  }
}

}  // namespace

void fill_neighbours(soci::session& sql, StoreEngine engine) {
  ToolNames names;
  std::vector<std::string> labels;
  {
    soci::rowset<soci::row> rows = (sql.prepare << "select distinct tool, name_key from tools");
    for (const soci::row& row : rows) names.emplace_back(row.get<std::string>(0), row.get<std::string>(1));
    soci::rowset<std::string> hosts = (sql.prepare << "select distinct host_label from servers");
    for (const std::string& label : hosts) labels.push_back(label);
  }
  index_names(sql, engine, std::move(names));
  index_hosts(sql, engine, std::move(labels));
  fill_prints(sql);
  sql << fmt::format(
      "insert into common_names (name_key, publishers) select tools.name_key, count(distinct case when "
      "servers.publisher = '' then 'name:' || servers.server_name else servers.publisher end) from tools "
      "join "
      "servers on servers.target_key = tools.target_key where true group by tools.name_key having "
      "count(distinct case when servers.publisher = '' then 'name:' || servers.server_name else "
      "servers.publisher end) >= {} on conflict do nothing",
      kEverybodysName);
}

void fill_neighbours_anew(soci::session& sql, StoreEngine engine) {
  for (const char* table : {"near_pairs", "near_keys", "near_names", "common_names"})
    sql << fmt::format("delete from {}", table);
  fill_neighbours(sql, engine);
}

}  // namespace mcpjury
