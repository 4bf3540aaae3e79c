#include "fleet/book.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "fleet/fleet_tables.h"
#include "store/packed_text.h"
#include "store/row_number.h"

namespace mcpjury {
namespace {

std::string no_zero(std::string_view text) {
  std::string out(text);
  std::replace(out.begin(), out.end(), '\0', '?');
  return out;
}

}  // namespace

FleetBook::FleetBook(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
FleetBook::~FleetBook() = default;

Result<std::unique_ptr<FleetBook>> FleetBook::open(const StoreOptions& options) {
  auto connection = Connection::open(options, fleet_tables());
  if (!connection) return connection.error();
  return std::unique_ptr<FleetBook>(new FleetBook(std::move(*connection)));
}

Status FleetBook::list(const std::string& source, const std::vector<FleetTarget>& targets,
                       const std::vector<SkippedEntry>& skipped, const std::optional<SourceMark>& mark,
                       std::int64_t now) {
  const long long at = now;
  return connection_->write([&](soci::session& sql) {
    std::string target, kind, host, name, input;
    int removed = 0;
    soci::statement put =
        (sql.prepare
             << "insert into fleet_targets (target, kind, host, source, name, listed_at, removed, input, "
                "target_key, seen_at, changed_at, evidence_sha256, catalog_sha256, unchanged, failures, "
                "wait, "
                "due) values (:target, :kind, :host, :source, :name, :at, :removed, :input, '', 0, 0, '', "
                "'', 0, 0, 0, 0) on conflict (target) do update set listed_at = excluded.listed_at, removed "
                "= "
                "excluded.removed, name = excluded.name, source = excluded.source, input = excluded.input",
         soci::use(target), soci::use(kind), soci::use(host), soci::use(source), soci::use(name),
         soci::use(at), soci::use(removed), soci::use(input));
    // In one order everywhere, so that two who list never wait for each other.
    std::vector<const FleetTarget*> sorted;
    for (const FleetTarget& one : targets) sorted.push_back(&one);
    std::sort(sorted.begin(), sorted.end(),
              [](const FleetTarget* a, const FleetTarget* b) { return a->target < b->target; });
    for (const FleetTarget* one : sorted) {
      target = no_zero(one->target);
      kind = one->kind;
      host = no_zero(one->host);
      name = no_zero(one->name);
      input = one->input;
      removed = one->removed ? 1 : 0;
      put.execute(true);
    }
    std::string what, reason;
    soci::statement skip =
        (sql.prepare << "insert into fleet_skipped (source, name, what, reason, listed_at) values (:source, "
                        ":name, :what, :reason, :at) on conflict (source, name, what) do update set reason = "
                        "excluded.reason, listed_at = excluded.listed_at",
         soci::use(source), soci::use(name), soci::use(what), soci::use(reason), soci::use(at));
    for (const SkippedEntry& one : skipped) {
      name = no_zero(one.name);
      what = no_zero(one.what);
      reason = no_zero(one.reason);
      skip.execute(true);
    }
    if (!mark) return;
    const long long walked = mark->walked_at;
    const std::string cursor = no_zero(mark->cursor), etag = no_zero(mark->etag);
    sql << "insert into fleet_sources (source, since, cursor, began, etag, walked_at) values (:source, "
           ":since, :cursor, :began, :etag, :walked) on conflict (source) do update set since = "
           "excluded.since, cursor = excluded.cursor, began = excluded.began, etag = excluded.etag, "
           "walked_at = excluded.walked_at",
        soci::use(source), soci::use(mark->since), soci::use(cursor), soci::use(mark->began), soci::use(etag),
        soci::use(walked);
  });
}

Result<SourceMark> FleetBook::source(const std::string& source) {
  SourceMark out;
  long long walked = 0;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select since, cursor, began, etag, walked_at from fleet_sources where source = :source",
        soci::use(source), soci::into(out.since), soci::into(out.cursor), soci::into(out.began),
        soci::into(out.etag), soci::into(walked);
  });
  if (!done) return done.error();
  out.walked_at = walked;
  return out;
}

Result<std::vector<FleetTarget>> FleetBook::due(const std::string& source, bool all, std::int64_t now,
                                                const std::string& after, std::size_t limit) {
  std::vector<FleetTarget> out;
  const long long at = all ? std::numeric_limits<long long>::max() : now;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format(
             "select target, kind, host, source, name, input from fleet_targets where removed = 0 and due <= "
             ":at and target > :after and {} order by target limit {}",
             source.empty() ? ":source = ''" : "source = :source", limit),
         soci::use(at), soci::use(after), soci::use(source));
    for (const soci::row& row : rows) {
      out.push_back({row.get<std::string>(0), row.get<std::string>(1), row.get<std::string>(2),
                     row.get<std::string>(3), row.get<std::string>(4), row.get<std::string>(5), false});
    }
  });
  if (!done) return done.error();
  return out;
}

Result<std::map<std::string, std::uint64_t>> FleetBook::skipped_counts(const std::string& source) {
  std::map<std::string, std::uint64_t> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format("select reason, count(*) from fleet_skipped where {} group by reason",
                                    source.empty() ? ":source = ''" : "source = :source"),
         soci::use(source));
    for (const soci::row& row : rows)
      out[row.get<std::string>(0)] = static_cast<std::uint64_t>(row_number(row, 1));
  });
  if (!done) return done.error();
  return out;
}

Result<std::vector<SkippedEntry>> FleetBook::skipped(const std::string& source, std::size_t limit) {
  std::vector<SkippedEntry> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare << fmt::format(
             "select name, what, reason from fleet_skipped where {} order by reason, name, what limit {}",
             source.empty() ? ":source = ''" : "source = :source", limit),
         soci::use(source));
    for (const soci::row& row : rows)
      out.push_back({row.get<std::string>(0), row.get<std::string>(1), row.get<std::string>(2)});
  });
  if (!done) return done.error();
  return out;
}

Status FleetBook::keep_input(const std::string& sha256, std::string_view text) {
  const std::string packed = pack_text(text);
  return connection_->write([&](soci::session& sql) {
    sql << "insert into fleet_inputs (sha256, packed) values (:sha, :packed) on conflict (sha256) do nothing",
        soci::use(sha256), soci::use(packed);
  });
}

Result<std::string> FleetBook::input(const std::string& sha256) {
  std::string packed;
  bool found = false;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select packed from fleet_inputs where sha256 = :sha", soci::use(sha256), soci::into(packed);
    found = sql.got_data();
  });
  if (!done) return done.error();
  if (!found) return Error{ErrorCode::kNothingToGrade, "the store has no such record"};
  return unpack_text(packed);
}

}  // namespace mcpjury
