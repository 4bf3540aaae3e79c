// Rounds and how each target of them ended.
#include <fmt/format.h>

#include <algorithm>

#include "base/one_of.h"
#include "fleet/book.h"
#include "fleet/fleet_tables.h"
#include "store/one_question.h"
#include "store/row_number.h"

namespace mcpjury {
namespace {

using Counts = std::map<std::string, std::uint64_t>;

void read_counts(soci::session& sql, const std::string& query, const std::string& value, Counts& out) {
  soci::rowset<soci::row> rows = (sql.prepare << query, soci::use(value));
  for (const soci::row& row : rows)
    out[row.get<std::string>(0)] = static_cast<std::uint64_t>(row_number(row, 1));
}

// Changed: sooner. Unchanged: later. Unreachable: later and later, never never.
long long next_wait(const FleetResult& result, long long wait, long long failures, const DueTimes& times) {
  if (result.outcome == "dead") {
    const long long doubled = times.least << std::min(failures, 8LL);
    return std::clamp<long long>(doubled, times.least, times.most);
  }
  if (result.outcome == "unchanged" || result.outcome == "regraded")
    return std::clamp<long long>(wait + wait / 2, times.least, times.most);
  return std::clamp<long long>(wait / 2, times.least, times.most);
}

}  // namespace

Status FleetBook::begin_round(const std::string& round, std::int64_t now) {
  const long long at = now;
  return connection_->write([&](soci::session& sql) {
    sql << "insert into fleet_rounds (round, place, began, ended) select :round, coalesce(max(place), 0) + "
           "1, cast(:at as bigint), 0 from fleet_rounds where true on conflict (round) do update set ended = "
           "0",
        soci::use(round), soci::use(at);
  });
}

Status FleetBook::end_round(const std::string& round, std::int64_t now) {
  const long long at = now;
  return connection_->write([&](soci::session& sql) {
    sql << "update fleet_rounds set ended = :at where round = :round and ended = 0", soci::use(at),
        soci::use(round);
  });
}

Result<std::vector<RoundRow>> FleetBook::rounds(std::size_t limit) {
  std::vector<RoundRow> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format("select round, began, ended from fleet_rounds order by place desc "
                                    "limit {}",
                                    limit));
    for (const soci::row& row : rows)
      out.push_back({row.get<std::string>(0), row_number(row, 1), row_number(row, 2)});
  });
  if (!done) return done.error();
  return out;
}

Result<KnownTarget> FleetBook::known(const std::string& round, const std::string& target) {
  KnownTarget out;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select t.evidence_sha256, t.catalog_sha256, coalesce(r.outcome, '') from fleet_targets t left "
           "join fleet_results r on r.round = :round and r.target = t.target where t.target = :target",
        soci::use(round), soci::use(target), soci::into(out.evidence_sha256), soci::into(out.catalog_sha256),
        soci::into(out.outcome);
  });
  if (!done) return done.error();
  return out;
}

Status FleetBook::finish(const FleetResult& result, const DueTimes& times) {
  const long long at = result.at;
  return connection_->write([&](soci::session& sql) {
    const long long fresh = rows_changed(
        sql,
        "insert into fleet_results (round, target, outcome, class, reason, target_key, scan_uid, at) "
        "values (:round, :target, :outcome, :class, :reason, :key, :uid, :at) on conflict (round, "
        "target) do update set outcome = excluded.outcome, class = excluded.class, reason = "
        "excluded.reason, target_key = excluded.target_key, scan_uid = excluded.scan_uid, at = "
        "excluded.at where fleet_results.outcome = 'dead' and excluded.outcome <> 'dead'",
        soci::use(result.round), soci::use(result.target), soci::use(result.outcome),
        soci::use(result.failure), soci::use(result.reason), soci::use(result.target_key),
        soci::use(result.scan_uid), soci::use(at));
    // Somebody else came to the end of it first.
    if (fresh == 0) return;
    long long wait = 0, failures = 0;
    sql << "select wait, failures from fleet_targets where target = :target", soci::use(result.target),
        soci::into(wait), soci::into(failures);
    const bool dead = result.outcome == "dead";
    failures = dead ? failures + 1 : 0;
    wait = next_wait(result, wait, failures - 1, times);
    const long long due = at + wait;
    if (dead) {
      sql << "update fleet_targets set failures = :failures, wait = :wait, due = :due where target = :target",
          soci::use(failures), soci::use(wait), soci::use(due), soci::use(result.target);
      return;
    }
    const int same = result.outcome == "unchanged" ? 1 : 0;
    const int changed = result.outcome == "changed" || result.outcome == "new" ? 1 : 0;
    sql << "update fleet_targets set failures = 0, wait = :wait, due = :due, seen_at = :at, target_key = "
           ":key, "
           "evidence_sha256 = :evidence, catalog_sha256 = :catalog, unchanged = case when :same = 1 then "
           "unchanged + 1 else 0 end, changed_at = case when :changed = 1 then :at2 else changed_at end "
           "where "
           "target = :target",
        soci::use(wait), soci::use(due), soci::use(at), soci::use(result.target_key),
        soci::use(result.evidence_sha256), soci::use(result.catalog_sha256), soci::use(same),
        soci::use(changed), soci::use(at), soci::use(result.target);
  });
}

Result<Counts> FleetBook::outcomes(const std::string& round) {
  Counts out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    read_counts(sql, "select outcome, count(*) from fleet_results where round = :round group by outcome",
                round, out);
  });
  if (!done) return done.error();
  return out;
}

Result<Counts> FleetBook::failures(const std::string& round) {
  Counts out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    read_counts(sql,
                "select class, count(*) from fleet_results where round = :round and outcome = 'dead' group "
                "by class",
                round, out);
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<FleetResult>> FleetBook::results(const std::string& round, const std::string& outcome,
                                                    const std::string& after, std::size_t limit) {
  std::vector<FleetResult> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format(
             "select target, outcome, class, reason, target_key, scan_uid, at from fleet_results where round "
             "= :round and target > :after and {} order by target limit {}",
             outcome.empty() ? ":outcome = ''" : "outcome = :outcome", limit),
         soci::use(round), soci::use(after), soci::use(outcome));
    for (const soci::row& row : rows) {
      FleetResult one;
      one.round = round;
      one.target = row.get<std::string>(0);
      one.outcome = row.get<std::string>(1);
      one.failure = row.get<std::string>(2);
      one.reason = row.get<std::string>(3);
      one.target_key = row.get<std::string>(4);
      one.scan_uid = row.get<std::string>(5);
      one.at = row_number(row, 6);
      out.push_back(std::move(one));
    }
  });
  if (!done) return done.error();
  return out;
}

Result<std::uint64_t> FleetBook::ended_since(const std::string& round, std::int64_t since) {
  long long count = 0;
  const long long from = since;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select count(*) from fleet_results where round = :round and at >= :since", soci::use(round),
        soci::use(from), soci::into(count);
  });
  if (!done) return done.error();
  return static_cast<std::uint64_t>(count);
}

Result<Counts> FleetBook::targets() {
  Counts out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    read_counts(sql, "select kind, count(*) from fleet_targets where removed = 0 and :all = '' group by kind",
                "", out);
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<DetectorCount>> FleetBook::commonest(std::size_t limit) {
  std::vector<DetectorCount> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format(
             "select f.detector, f.kind, f.severity, count(distinct f.scan_id) as servers, count(*) from "
             "findings f join latest l on l.scan_id = f.scan_id group by f.detector, f.kind, f.severity "
             "order "
             "by servers desc, f.detector, f.severity limit {}",
             limit));
    for (const soci::row& row : rows) {
      out.push_back({row.get<std::string>(0), row.get<std::string>(1), row.get<std::string>(2),
                     static_cast<std::uint64_t>(row_number(row, 3)),
                     static_cast<std::uint64_t>(row_number(row, 4))});
    }
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<std::string>> FleetBook::servers_with(const std::string& detector, std::size_t limit) {
  std::vector<std::string> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<std::string> rows =
        (sql.prepare << fmt::format(
             "select distinct l.target_key from findings f join latest l on l.scan_id = f.scan_id where "
             "f.detector = :detector order by l.target_key limit {}",
             limit),
         soci::use(detector));
    for (const std::string& key : rows) out.push_back(key);
  });
  if (!done) return done.error();
  return out;
}

}  // namespace mcpjury
