// Who looks like this server: every question is answered from an index, with a bound for each name.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/canonical_json.h"
#include "store/neighbour_keys.h"
#include "store/neighbours.h"
#include "store/one_question.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::size_t kTargetsOfAName = 32;  // rows looked at for one name: more means it is common
constexpr std::size_t kNearCandidates = 5'000;
constexpr std::size_t kHostCandidates = 500;
constexpr std::size_t kHosts = 50;
constexpr std::size_t kToolsOfAServer = 10'000;
constexpr std::size_t kManyServers = 1'000;

constexpr std::string_view kComparedColumns =
    "target_key, server_name, publisher, brands, package, repository, host, host_label, host_key, "
    "first_seen, "
    "last_seen, name_prints, cast(tool_count as text)";

using ServerTexts = std::array<std::string, 13>;
ServerRow server_row(const ServerTexts& row) {
  ServerRow out;
  std::string* const texts[] = {&out.target_key, &out.server_name, &out.publisher, &out.brands,
                                &out.package,    &out.repository,  &out.host,      &out.host_label,
                                &out.host_key,   &out.first_seen,  &out.last_seen, &out.name_prints};
  for (std::size_t i = 0; i < std::size(texts); ++i) *texts[i] = row[i];
  out.tool_count = static_cast<std::uint32_t>(std::strtoul(row[12].c_str(), nullptr, 10));
  return out;
}

// At most kTargetsOfAName tools for each item of the list in which `column` equals it.
std::string tools_with(StoreEngine engine, std::string_view column) {
  constexpr std::string_view kToolColumns =
      "tools.target_key, tools.tool, tools.name_key, tools.description_sha256, tools.first_seen";
  if (engine == StoreEngine::kSqlite) {
    return fmt::format(
        "select {} from {} join tools on tools.rowid in (select rowid from tools where {} = listed.item and "
        "target_key <> :own limit {})",
        kToolColumns, listed_texts(engine, "wanted"), column, kTargetsOfAName);
  }
  return fmt::format(
      "select {} from {} cross join lateral (select * from tools where {} = listed.item and "
      "target_key <> :own limit {}) as tools",
      kToolColumns, listed_texts(engine, "wanted"), column, kTargetsOfAName);
}

using ToolTexts = std::array<std::string, 5>;
ToolSeen tool_seen(const ToolTexts& row) { return {row[0], row[1], row[2], row[3], row[4]}; }

std::vector<ToolSeen> tools_with(soci::session& sql, StoreEngine engine, std::string_view column,
                                 const std::string& wanted, const std::string& own) {
  std::vector<ToolSeen> out;
  ask_texts<5>(
      sql, tools_with(engine, column), [&](const ToolTexts& row) { out.push_back(tool_seen(row)); },
      soci::use(wanted, "wanted"), soci::use(own, "own"));
  return out;
}

std::string numbers_json(std::vector<std::int64_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

// Prints of the names that are asked for, and which of them has each.
struct Asked {
  std::vector<std::string> names;
  std::unordered_multimap<std::int64_t, std::size_t> by_print;

  void add(std::string name, int deletions) {
    for (const std::int64_t print : deletion_prints(name, deletions)) by_print.emplace(print, names.size());
    names.push_back(std::move(name));
  }
  std::string prints() const {
    std::vector<std::int64_t> out;
    for (const auto& entry : by_print) out.push_back(entry.first);
    return numbers_json(std::move(out));
  }
  bool has_near(std::int64_t print, std::string_view name, std::size_t limit) const {
    const auto [begin, end] = by_print.equal_range(print);
    return std::any_of(begin, end, [&](const auto& entry) {
      const std::string& mine = names[entry.second];
      return mine != name && edits_between(mine, name, limit) <= limit;
    });
  }
};

// PostgreSQL plans by statistics that a store that grows quickly does not have yet, and then reads whole
// tables. A bounded lateral question is asked of the index, item by item.
std::string near_names_question(StoreEngine engine) {
  if (engine == StoreEngine::kSqlite) {
    return fmt::format(
        "select cast(near_keys.print as text), near_names.near_key, near_names.name_key from near_keys join "
        "near_names on near_names.id = near_keys.name_id where near_keys.print in (select item from {}) "
        "limit "
        "{}",
        listed_numbers(engine, "prints"), kNearCandidates);
  }
  return fmt::format(
      "select cast(k.print as text), n.near_key, n.name_key from {} cross join lateral (select print, "
      "name_id "
      "from near_keys where print = listed.item limit {}) as k cross join lateral (select near_key, name_key "
      "from near_names where id = k.name_id limit 1) as n limit {}",
      listed_numbers(engine, "prints"), kSharersOfAPrint, kNearCandidates);
}

std::string near_hosts_question(StoreEngine engine) {
  if (engine == StoreEngine::kSqlite) {
    return fmt::format("select distinct label from near_hosts where print in (select item from {}) limit {}",
                       listed_numbers(engine, "prints"), kHostCandidates);
  }
  return fmt::format(
      "select distinct near.label from {} cross join lateral (select label from near_hosts where print = "
      "listed.item limit {}) as near limit {}",
      listed_numbers(engine, "prints"), kSharersOfAPrint, kHostCandidates);
}

std::string hosts_question(StoreEngine engine) {
  if (engine == StoreEngine::kSqlite) {
    return fmt::format(
        "select {} from servers where (host_label in (select item from {}) or host_key = :looks) and "
        "host_label <> '' and target_key <> :own order by first_seen, target_key limit {}",
        kComparedColumns, listed_texts(engine, "wanted"), kHosts);
  }
  return fmt::format(
      "select {0} from (select s.* from {1} cross join lateral (select * from servers where host_label = "
      "listed.item and host_label <> '' and target_key <> :own order by first_seen, target_key limit {2}) as "
      "s "
      "union (select * from servers where host_key = :looks and host_label <> '' and target_key <> :own "
      "order "
      "by first_seen, target_key limit {2})) as hosts order by first_seen, target_key limit {2}",
      kComparedColumns, listed_texts(engine, "wanted"), kHosts);
}

std::string servers_question(StoreEngine engine) {
  if (engine == StoreEngine::kSqlite) {
    return fmt::format("select {} from servers where target_key in (select item from {}) order by target_key",
                       kComparedColumns, listed_texts(engine, "wanted"));
  }
  return fmt::format(
      "select {} from (select distinct item from {}) as asked cross join lateral (select * from servers "
      "where "
      "target_key = asked.item limit 1) as s order by target_key",
      kComparedColumns, listed_texts(engine, "wanted"));
}

std::string known_near_question(StoreEngine engine) {
  if (engine == StoreEngine::kSqlite) {
    return fmt::format(
        "select mine.near_key, coalesce(other.name_key, '') from {} cross join near_names as mine left join "
        "near_pairs on near_pairs.name_id = mine.id left join near_names as other on other.id = "
        "near_pairs.other_id where mine.near_key = listed.item limit {}",
        listed_texts(engine, "wanted"), kNearCandidates);
  }
  return fmt::format(
      "select mine.near_key, coalesce(other.name_key, '') from {0} cross join lateral (select id, near_key "
      "from near_names where near_key = listed.item limit 1) as mine left join lateral (select other_id from "
      "near_pairs where name_id = mine.id limit {1}) as pairs on true left join lateral (select name_key "
      "from "
      "near_names where id = pairs.other_id limit 1) as other on true limit {1}",
      listed_texts(engine, "wanted"), kNearCandidates);
}

// What was found when the names came in: name keys of those one slip away from the names that the store
// knows. Takes those out of `names`.
std::vector<std::string> known_near(soci::session& sql, StoreEngine engine, std::vector<std::string>& names) {
  std::vector<std::string> out, known;
  const std::string wanted = texts_json(names);
  ask_texts<2>(
      sql, known_near_question(engine),
      [&](const std::array<std::string, 2>& row) {
        if (known.empty() || known.back() != row[0]) known.push_back(row[0]);
        if (!row[1].empty()) out.push_back(row[1]);
      },
      soci::use(wanted));
  std::sort(known.begin(), known.end());
  names.erase(
      std::remove_if(names.begin(), names.end(),
                     [&](const auto& name) { return std::binary_search(known.begin(), known.end(), name); }),
      names.end());
  return out;
}

// The same for names that are new to the store.
void add_new_near(soci::session& sql, StoreEngine engine, const std::vector<std::string>& names,
                  std::vector<std::string>& out) {
  if (names.empty()) return;
  Asked asked;
  for (const std::string& name : names) asked.add(name, 1);
  const std::string prints = asked.prints();
  ask_texts<3>(
      sql, near_names_question(engine),
      [&](const std::array<std::string, 3>& row) {
        if (asked.has_near(std::strtoll(row[0].c_str(), nullptr, 10), row[1], 1)) out.push_back(row[2]);
      },
      soci::use(prints));
}

}  // namespace

Result<std::vector<ToolSeen>> SqlStore::names_like(const std::vector<ToolRow>& tools,
                                                   std::string_view not_target) {
  std::vector<ToolSeen> out;
  const std::string own = without_nul(not_target);
  std::vector<std::string> keys, near;
  for (const ToolRow& tool : tools) {
    keys.push_back(tool.name_key);
    if (std::string key = near_key(tool.name); !key.empty()) near.push_back(std::move(key));
  }
  for (std::vector<std::string>* list : {&keys, &near}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  auto done = connection_->read([&](soci::session& sql) {
    std::vector<std::string> asked = near;
    std::vector<std::string> others = known_near(sql, connection_->engine(), asked);
    add_new_near(sql, connection_->engine(), asked, others);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    std::vector<std::string> wanted = keys;
    for (std::string& other : others) {
      if (!std::binary_search(keys.begin(), keys.end(), other)) wanted.push_back(std::move(other));
    }
    out = tools_with(sql, connection_->engine(), "name_key", texts_json(wanted), own);
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<ToolSeen>> SqlStore::descriptions_like(const std::vector<ToolRow>& tools,
                                                          std::string_view not_target) {
  std::vector<ToolSeen> out;
  const std::string own = without_nul(not_target);
  std::vector<std::string> prints;
  for (const ToolRow& tool : tools) {
    if (!tool.description_sha256.empty()) prints.push_back(tool.description_sha256);
  }
  std::sort(prints.begin(), prints.end());
  prints.erase(std::unique(prints.begin(), prints.end()), prints.end());
  if (prints.empty()) return out;
  auto done = connection_->read([&](soci::session& sql) {
    out = tools_with(sql, connection_->engine(), "description_sha256", texts_json(prints), own);
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<ServerRow>> SqlStore::hosts_like(std::string_view label, std::string_view host_key,
                                                    std::string_view not_target) {
  std::vector<ServerRow> out;
  if (label.empty()) return out;
  const std::string own = without_nul(not_target), looks = without_nul(host_key);
  const StoreEngine engine = connection_->engine();
  Asked asked;
  asked.add(std::string(label.substr(0, kLongestHostLabel)), 2);
  const std::string prints = asked.prints();
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    std::vector<std::string> labels{without_nul(label)};
    ask_texts<1>(
        sql, near_hosts_question(engine),
        [&](const std::array<std::string, 1>& row) {
          if (row[0] != label && edits_between(label, row[0], 2) <= 2) labels.push_back(row[0]);
        },
        soci::use(prints));
    const std::string wanted = texts_json(labels);
    ask_texts<13>(
        sql, hosts_question(engine), [&](const ServerTexts& row) { out.push_back(server_row(row)); },
        soci::use(wanted, "wanted"), soci::use(looks, "looks"), soci::use(own, "own"));
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<ServerRow>> SqlStore::servers(const std::vector<std::string>& target_keys) {
  std::vector<ServerRow> out;
  const std::string wanted = texts_json(target_keys);
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    ask_texts<13>(
        sql, servers_question(connection_->engine()),
        [&](const ServerTexts& row) { out.push_back(server_row(row)); }, soci::use(wanted));
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<CommonName>> SqlStore::common_names(const std::vector<std::string>& name_keys) {
  std::vector<CommonName> out;
  const std::string wanted = texts_json(name_keys);
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    ask_texts<2>(
        sql,
        fmt::format("select name_key, cast(publishers as text) from common_names where name_key in (select "
                    "item from {})",
                    listed_texts(connection_->engine(), "wanted")),
        [&](const std::array<std::string, 2>& row) {
          out.push_back({row[0], static_cast<std::uint32_t>(std::strtoul(row[1].c_str(), nullptr, 10))});
        },
        soci::use(wanted));
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<ToolSeen>> SqlStore::tools_of(std::string_view target_key) {
  std::vector<ToolSeen> out;
  const std::string key = without_nul(target_key);
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    ask_texts<5>(
        sql,
        fmt::format("select target_key, tool, name_key, description_sha256, first_seen from tools where "
                    "target_key = :key limit {}",
                    kToolsOfAServer),
        [&](const ToolTexts& row) { out.push_back(tool_seen(row)); }, soci::use(key));
  });
  if (!done) return done.error();
  return out;
}

Result<Ok> SqlStore::add_servers(const std::vector<ComparedServer>& servers) {
  const bool many = servers.size() > kManyServers;
  if (many) connection_->make_room();
  auto done =
      connection_->write([&](soci::session& sql) { keep_neighbours(sql, connection_->engine(), servers); });
  if (many) connection_->settle();
  return done;
}

}  // namespace mcpjury
