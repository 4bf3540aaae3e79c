#include "queue/queue_tables.h"

namespace mcpjury {
namespace {

std::vector<std::string> steps(int from, StoreEngine engine) {
  if (from != 0) return {};
  const std::string id =
      engine == StoreEngine::kSqlite ? "integer primary key autoincrement" : "bigserial primary key";
  const std::string hosts =
      "create table queue_hosts (queue text not null, host text not null, turn bigint not null, primary key "
      "(queue, host))";
  return {
      // due: when it may be given out, or when the lease of who has it ends; milliseconds since 1970.
      "create table queue_jobs (place " + id +
          ", queue text not null, id text not null, round text not null, host text not null, body text not "
          "null, state integer not null, due bigint not null, deliveries integer not null, holder text not "
          "null, reason text not null, ended bigint not null, unique (queue, id))",
      "create index queue_jobs_by_host on queue_jobs (queue, host, state, due, place)",
      "create index queue_jobs_by_round on queue_jobs (queue, round, state)",
      hosts,
      "create index queue_hosts_by_turn on queue_hosts (queue, turn)",
  };
}

}  // namespace

const TableSet& queue_tables() {
  static const TableSet kTables{"mcpjury_queue_schema", 1, &steps, nullptr, 7263412};
  return kTables;
}

}  // namespace mcpjury
