// Giving jobs out, and what is known of them.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "queue/queue_text.h"
#include "queue/sql_queue.h"
#include "store/one_question.h"
#include "store/row_number.h"
#include "store/sql_text.h"

namespace mcpjury {
namespace {

Json body_of(const std::string& text) {
  auto parsed = parse_json(text, "queue", {});
  return parsed ? std::move(parsed->value) : Json();
}

}  // namespace

void SqlQueue::hold_host(soci::session& sql, const std::string& host) {
  // In SQLite the transaction itself holds everything. The answer is not looked at: a statement of its own
  // makes those after it see what the holder before left.
  if (!postgres()) return;
  int there = 0;
  sql << "select 1 from queue_hosts where queue = :queue and host = :host for update",
      soci::use(options_.name), soci::use(host), soci::into(there);
}

void SqlQueue::set_turn(soci::session& sql, const std::string& host) {
  constexpr long long kNever = std::numeric_limits<long long>::max();
  long long out = 0, waiting = kNever, lease = kNever;
  sql << "select (select count(*) from queue_jobs where queue = :q1 and host = :h1 and state = 1), "
         "coalesce((select min(due) from queue_jobs where queue = :q2 and host = :h2 and state = 0), :n1), "
         "coalesce((select min(due) from queue_jobs where queue = :q3 and host = :h3 and state = 1), :n2)",
      soci::use(options_.name), soci::use(host), soci::use(options_.name), soci::use(host), soci::use(kNever),
      soci::use(options_.name), soci::use(host), soci::use(kNever), soci::into(out), soci::into(waiting),
      soci::into(lease);
  if (waiting == kNever && lease == kNever) {
    sql << "delete from queue_hosts where queue = :queue and host = :host", soci::use(options_.name),
        soci::use(host);
    return;
  }
  const bool full = !host.empty() && out >= options_.of_one_host;
  const long long turn = full ? lease : std::min(waiting, lease);
  sql << "insert into queue_hosts (queue, host, turn) values (:queue, :host, :turn) on conflict (queue, "
         "host) do update set turn = excluded.turn",
      soci::use(options_.name), soci::use(host), soci::use(turn);
}

void SqlQueue::take_from_host(soci::session& sql, const std::string& host, std::size_t most,
                              std::vector<Job>& out) {
  // Whose lease ended: given up after the last delivery, else waiting again.
  const std::string silent =
      fmt::format("silent for {} s, {} times", options_.lease.count() / 1000, options_.most_deliveries);
  sql << with_clock(
      "update queue_jobs set state = case when deliveries >= :most then 3 else 0 end, ended = case when "
      "deliveries >= :most2 then $NOW else 0 end, reason = case when reason = '' then :silent else reason "
      "end, holder = '' where queue = :queue and host = :host and state = 1 and due <= $NOW"),
      soci::use(options_.most_deliveries), soci::use(options_.most_deliveries), soci::use(silent),
      soci::use(options_.name), soci::use(host);
  long long free = static_cast<long long>(most);
  if (!host.empty()) {
    long long taken = 0;
    sql << "select count(*) from queue_jobs where queue = :queue and host = :host and state = 1",
        soci::use(options_.name), soci::use(host), soci::into(taken);
    free = std::min(free, options_.of_one_host - taken);
  }
  if (free > 0) {
    std::vector<long long> places;
    ask_rows(
        sql,
        with_clock(fmt::format(
            "select place, id, round, body, deliveries from queue_jobs where queue = :queue and host = "
            ":host and state = 0 and due <= $NOW order by due, place limit {}",
            free)),
        [&](const soci::row& row) {
          places.push_back(row_number(row, 0));
          out.push_back({row.get<std::string>(1), row.get<std::string>(2), host,
                         body_of(row.get<std::string>(3)), static_cast<int>(row_number(row, 4)) + 1});
        },
        soci::use(options_.name), soci::use(host));
    const auto lease = static_cast<long long>(options_.lease.count());
    if (!places.empty()) {
      sql << with_clock(fmt::format(
          "update queue_jobs set state = 1, deliveries = deliveries + 1, due = $NOW + :lease, holder = "
          ":holder where place in ({})",
          fmt::join(places, ","))),
          soci::use(lease), soci::use(holder_);
    }
  }
  set_turn(sql, host);
}

bool SqlQueue::some_due(soci::session& sql) {
  int there = 0;
  sql << with_clock("select 1 from queue_hosts where queue = :queue and turn <= $NOW limit 1"),
      soci::use(options_.name), soci::into(there);
  return sql.got_data();
}

Result<std::vector<Job>> SqlQueue::take(std::size_t most, std::chrono::milliseconds wait) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + wait;
  std::vector<Job> out;
  if (most == 0) return out;
  for (auto pause = std::chrono::milliseconds(10);;
       pause = std::min(pause * 2, std::chrono::milliseconds(200))) {
    bool due = false;
    // Looking first: waiting must not hold the one writer of SQLite up.
    if (auto looked = connection_->read([&](soci::session& sql) { due = some_due(sql); }); !looked)
      return looked.error();
    if (due) {
      // An engine that forgot in a crash whose turn it was would give the job, and the host, to a second
      // worker.
      auto done = write(true, [&](soci::session& sql) {
        out.clear();
        std::vector<std::string> hosts;
        ask_texts<1>(
            sql,
            with_clock(fmt::format("select host from queue_hosts where queue = :queue and turn <= $NOW order "
                                   "by turn limit {}{}",
                                   most, postgres() ? " for update skip locked" : "")),
            [&](const std::array<std::string, 1>& row) { hosts.push_back(row[0]); },
            soci::use(options_.name));
        for (const std::string& host : hosts) {
          if (out.size() >= most) break;
          take_from_host(sql, host, most - out.size(), out);
        }
      });
      if (!done) return done.error();
      if (!out.empty()) return out;
    }
    const auto now = Clock::now();
    if (now >= until) return out;
    std::this_thread::sleep_for(std::min(pause, std::chrono::ceil<std::chrono::milliseconds>(until - now)));
  }
}

Result<JobCounts> SqlQueue::counts(std::string_view round) {
  JobCounts out;
  const std::string wanted = without_nul(round);
  auto done = connection_->read([&](soci::session& sql) {
    out = {};
    const std::string of_round = wanted.empty() ? " and :round = ''" : " and round = :round";
    soci::rowset<soci::row> rows =
        (sql.prepare << with_clock("select state, count(*) from queue_jobs where queue = :queue" + of_round +
                                   " group by state"),
         soci::use(options_.name), soci::use(wanted));
    std::uint64_t* const counts[] = {&out.waiting, &out.taken, &out.done, &out.dead};
    for (const soci::row& row : rows) {
      const std::int64_t state = row_number(row, 0);
      if (state >= 0 && state < 4) *counts[state] = static_cast<std::uint64_t>(row_number(row, 1));
    }
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<DeadLetter>> SqlQueue::dead_letters(std::string_view round, std::size_t limit) {
  std::vector<DeadLetter> out;
  const std::string wanted = without_nul(round);
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format(
             "select id, round, host, body, deliveries, reason, ended from queue_jobs where queue = :queue "
             "and state = 3 and {} order by ended, place limit {}",
             wanted.empty() ? ":round = ''" : "round = :round", limit),
         soci::use(options_.name), soci::use(wanted));
    for (const soci::row& row : rows) {
      out.push_back({{row.get<std::string>(0), row.get<std::string>(1), row.get<std::string>(2),
                      body_of(row.get<std::string>(3)), static_cast<int>(row_number(row, 4))},
                     row.get<std::string>(5),
                     queue_time(row_number(row, 6))});
    }
  });
  if (!done) return done.error();
  return out;
}

Result<std::uint64_t> SqlQueue::forget(std::string_view round) {
  const std::string wanted = without_nul(round);
  long long gone = 0;
  auto done = write(true, [&](soci::session& sql) {
    soci::statement drop =
        (sql.prepare << "delete from queue_jobs where queue = :queue and round = :round and state >= 2",
         soci::use(options_.name), soci::use(wanted));
    drop.execute(true);
    gone = drop.get_affected_rows();
  });
  if (!done) return done.error();
  return static_cast<std::uint64_t>(std::max(gone, 0LL));
}

}  // namespace mcpjury
