#include "queue/sql_queue.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "queue/queue_text.h"
#include "store/sql_text.h"

namespace mcpjury {
namespace {

constexpr std::string_view kNewSqlite =
    "insert into queue_jobs (queue, id, round, host, body, state, due, deliveries, holder, reason, ended) "
    "select :queue, value->>'id', value->>'round', value->>'host', value->>'body', 0, $NOW, 0, '', '', 0 "
    "from json_each(:rows) where true on conflict (queue, id) do nothing";
constexpr std::string_view kNewPostgres =
    "insert into queue_jobs (queue, id, round, host, body, state, due, deliveries, holder, reason, ended) "
    "select :queue, x.id, x.round, x.host, x.body, 0, $NOW, 0, '', '', 0 from "
    "jsonb_to_recordset(cast(:rows as jsonb)) as x(id text, round text, host text, body text) "
    "on conflict (queue, id) do nothing";
constexpr std::string_view kNewHost =
    "insert into queue_hosts (queue, host, turn) values (:queue, :host, $NOW) on conflict (queue, host) do "
    "update set turn = excluded.turn where queue_hosts.turn > excluded.turn";

}  // namespace

SqlQueue::SqlQueue(JobQueueOptions options, std::unique_ptr<Connection> connection)
    : options_(std::move(options)), connection_(std::move(connection)), holder_(queue_holder()) {}

Result<std::unique_ptr<JobQueue>> SqlQueue::open(const JobQueueOptions& options) {
  StoreOptions store;
  store.url = options.url;
  auto connection = Connection::open(store, queue_tables());
  if (!connection) return connection.error();
  std::unique_ptr<SqlQueue> made(new SqlQueue(options, std::move(*connection)));
  return std::unique_ptr<JobQueue>(std::move(made));
}

std::string SqlQueue::with_clock(std::string text) const {
  const std::string_view clock = postgres()
                                     ? "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
                                     : "cast(round((julianday('now') - 2440587.5) * 86400000) as integer)";
  for (std::size_t at = 0; (at = text.find("$NOW", at)) != std::string::npos; at += clock.size())
    text.replace(at, 4, clock);
  return text;
}

Status SqlQueue::write(bool durable, const std::function<void(soci::session&)>& work) {
  if (!postgres()) {
    // Not within a transaction.
    auto set = connection_->read([&](soci::session& sql) {
      sql << (durable ? "pragma synchronous=full" : "pragma synchronous=normal");
    });
    if (!set) return set;
  }
  return connection_->write([&](soci::session& sql) {
    if (postgres() && !durable) sql << "set local synchronous_commit = off";
    work(sql);
  });
}

Result<std::uint64_t> SqlQueue::submit(const std::vector<Job>& jobs) {
  constexpr std::size_t kAtOnce = 500;
  std::uint64_t fresh = 0;
  for (std::size_t from = 0; from < jobs.size(); from += kAtOnce) {
    const std::size_t end = std::min(from + kAtOnce, jobs.size());
    JsonArray rows;
    std::vector<std::string> hosts;
    for (std::size_t i = from; i < end; ++i) {
      const Job& job = jobs[i];
      rows.push_back(JsonObject{{"id", without_nul(job.id)},
                                {"round", without_nul(job.round)},
                                {"host", without_nul(job.host)},
                                {"body", canonical_json(job.body)}});
      hosts.push_back(without_nul(job.host));
    }
    // In one order everywhere, so that two who submit never wait for each other.
    std::sort(hosts.begin(), hosts.end());
    hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
    const std::string text = canonical_json(rows);
    long long added = 0;
    auto done = write(true, [&](soci::session& sql) {
      soci::statement insert =
          (sql.prepare << with_clock(std::string(postgres() ? kNewPostgres : kNewSqlite)),
           soci::use(options_.name), soci::use(text));
      insert.execute(true);
      added = insert.get_affected_rows();
      if (added <= 0) return;
      std::string host;
      soci::statement upsert =
          (sql.prepare << with_clock(std::string(kNewHost)), soci::use(options_.name), soci::use(host));
      for (const std::string& name : hosts) {
        host = name;
        upsert.execute(true);
      }
    });
    if (!done) return done.error();
    fresh += static_cast<std::uint64_t>(std::max(added, 0LL));
  }
  return fresh;
}

Status SqlQueue::change(const std::string& id, bool durable,
                        const std::function<void(soci::session&, const std::string& host)>& work) {
  return write(durable, [&](soci::session& sql) {
    std::string host;
    sql << "select host from queue_jobs where queue = :queue and id = :id", soci::use(options_.name),
        soci::use(id), soci::into(host);
    if (!sql.got_data()) return;
    hold_host(sql, host);
    work(sql, host);
    set_turn(sql, host);
  });
}

Status SqlQueue::keep_alive(const std::vector<std::string>& ids) {
  if (ids.empty()) return Ok{};
  const auto lease = static_cast<long long>(options_.lease.count());
  return write(true, [&](soci::session& sql) {
    std::string id;
    soci::statement update =
        (sql.prepare << with_clock("update queue_jobs set due = $NOW + :lease where queue = :queue and id = "
                                   ":id and state = 1 and holder = :holder"),
         soci::use(lease), soci::use(options_.name), soci::use(id), soci::use(holder_));
    for (const std::string& one : ids) {
      id = one;
      update.execute(true);
    }
  });
}

Status SqlQueue::done(const std::string& id) {
  return change(id, false, [&](soci::session& sql, const std::string&) {
    // Whoever holds it now, and even when it was given up: it is done.
    sql << with_clock(
        "update queue_jobs set state = 2, holder = '', reason = '', ended = $NOW where queue = :queue and id "
        "= :id and state <> 2"),
        soci::use(options_.name), soci::use(id);
  });
}

Status SqlQueue::retry(const std::string& id, std::chrono::milliseconds delay, std::string_view reason) {
  const auto later = static_cast<long long>(delay.count());
  const std::string why = queue_reason(reason);
  return change(id, true, [&](soci::session& sql, const std::string&) {
    sql << with_clock(
        "update queue_jobs set state = case when deliveries >= :most then 3 else 0 end, ended = case when "
        "deliveries >= :most2 then $NOW else 0 end, due = $NOW + :later, holder = '', reason = :why where "
        "queue = :queue and id = :id and state = 1 and holder = :holder"),
        soci::use(options_.most_deliveries), soci::use(options_.most_deliveries), soci::use(later),
        soci::use(why), soci::use(options_.name), soci::use(id), soci::use(holder_);
  });
}

Status SqlQueue::bury(const std::string& id, std::string_view reason) {
  const std::string why = queue_reason(reason);
  return change(id, true, [&](soci::session& sql, const std::string&) {
    sql << with_clock(
        "update queue_jobs set state = 3, holder = '', ended = $NOW, reason = :why where queue = :queue and "
        "id = :id and state < 2"),
        soci::use(why), soci::use(options_.name), soci::use(id);
  });
}

}  // namespace mcpjury
