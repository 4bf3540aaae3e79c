// Reading what is kept.
#include <fmt/format.h>

#include "base/escape.h"
#include "store/one_question.h"
#include "store/packed_text.h"
#include "store/row_number.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::string_view kColumns =
    "id, target_key, target_kind, display, credential, observed_at, evidence_sha256, surface_sha256, "
    "rest_sha256, "
    "truncated, tool_count, server_name, server_version, program_version, catalog_version, catalog_sha256, "
    "marks";

ScanRow scan_row(const soci::row& row) {
  ScanRow out;
  out.id = row_number(row, 0);
  std::string* const texts[] = {&out.target_key,     &out.target_kind, &out.display,
                                &out.credential,     &out.observed_at, &out.evidence_sha256,
                                &out.surface_sha256, &out.rest_sha256};
  for (std::size_t i = 0; i < std::size(texts); ++i) *texts[i] = row.get<std::string>(i + 1);
  out.truncated = row_number(row, 9) != 0;
  out.tool_count = static_cast<std::uint32_t>(row_number(row, 10));
  std::string* const rest[] = {&out.server_name, &out.server_version, &out.program_version,
                               &out.catalog_version, &out.catalog_sha256};
  for (std::size_t i = 0; i < std::size(rest); ++i) *rest[i] = row.get<std::string>(i + 11);
  auto marks = parse_json(row.get<std::string>(16), "marks", {});
  if (marks) out.marks = std::move(marks->value);
  return out;
}

}  // namespace

Result<std::unique_ptr<Store>> Store::open(const StoreOptions& options) {
  auto connection = Connection::open(options);
  if (!connection) return connection.error();
  return std::unique_ptr<Store>(std::make_unique<SqlStore>(std::move(*connection)));
}

Result<std::vector<ScanRow>> SqlStore::scan_rows(const std::string& where,
                                                 const std::vector<std::string>& values, std::size_t limit) {
  std::vector<ScanRow> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    ask_rows_with(sql, fmt::format("select {} from scans {} limit {}", kColumns, where, limit), values,
                  [&](const soci::row& row) { out.push_back(scan_row(row)); });
  });
  if (!done) return done.error();
  return out;
}

Result<std::optional<ScanRow>> SqlStore::last_scan(std::string_view target_key, std::string_view credential,
                                                   std::string_view before, bool same_second) {
  std::string where =
      "where target_key = :key and credential = :credential and truncated = 0 and tool_count > 0";
  std::vector<std::string> values{without_nul(target_key), std::string(credential)};
  if (!before.empty()) {
    where += same_second ? " and observed_at <= :before" : " and observed_at < :before";
    values.emplace_back(before);
  }
  auto rows = scan_rows(where + " order by observed_at desc, id desc", values, 1);
  if (!rows) return rows.error();
  if (rows->empty()) return std::optional<ScanRow>();
  return std::optional<ScanRow>(std::move(rows->front()));
}

Result<std::vector<ScanRow>> SqlStore::history(std::string_view target_key, std::size_t limit) {
  return scan_rows("where target_key = :key order by observed_at desc, id desc", {without_nul(target_key)},
                   limit);
}

Result<std::vector<ScanRow>> SqlStore::latest_of_all(std::size_t limit) {
  return scan_rows("where id in (select scan_id from latest) order by observed_at desc, id desc", {}, limit);
}

Result<std::optional<ScanRow>> SqlStore::scan(std::int64_t id) {
  auto rows = scan_rows("where id = cast(:id as bigint)", {std::to_string(id)}, 1);
  if (!rows) return rows.error();
  if (rows->empty()) return std::optional<ScanRow>();
  return std::optional<ScanRow>(std::move(rows->front()));
}

Result<Json> SqlStore::packed_json(const std::string& query, const std::string& value,
                                   std::string_view what) {
  std::string packed;
  bool found = false;
  auto done = connection_->read([&](soci::session& sql) {
    sql << query, soci::use(value), soci::into(packed);
    found = sql.got_data();
  });
  if (!done) return done.error();
  if (!found) return Error{ErrorCode::kNothingToGrade, fmt::format("the store has no {}", what)};
  auto text = unpack_text(packed);
  if (!text) return text.error();
  auto parsed = parse_json(*text, "store", {});
  if (!parsed) return parsed.error();
  return std::move(parsed->value);
}

Result<Json> SqlStore::evidence(std::string_view sha256) {
  return packed_json("select packed from evidence where sha256 = :sha", std::string(sha256), "such evidence");
}

Result<Json> SqlStore::report(std::int64_t scan) {
  return packed_json("select report from scans where id = cast(:id as bigint)", std::to_string(scan),
                     "such scan");
}

Result<std::vector<FindingRow>> SqlStore::findings(std::int64_t scan) {
  std::vector<FindingRow> out;
  const long long id = scan;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare
             << "select fingerprint, detector, kind, severity, confidence, subject_type, subject, pointer "
                "from findings where scan_id = :id",
         soci::use(id));
    for (const soci::row& row : rows) {
      out.push_back({row.get<std::string>(0), row.get<std::string>(1), row.get<std::string>(2),
                     row.get<std::string>(3), row.get<std::string>(4), row.get<std::string>(5),
                     row.get<std::string>(6), row.get<std::string>(7)});
    }
  });
  if (!done) return done.error();
  return out;
}

Result<KnownFinding> SqlStore::finding(std::string_view fingerprint) {
  KnownFinding out;
  const std::string wanted(fingerprint);
  bool found = false;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select findings.detector, scans.target_key from findings join scans on scans.id = "
           "findings.scan_id where findings.fingerprint = :print order by findings.scan_id desc limit 1",
        soci::use(wanted), soci::into(out.detector), soci::into(out.target_key);
    found = sql.got_data();
  });
  if (!done) return done.error();
  if (!found) {
    return Error{ErrorCode::kNothingToGrade, fmt::format("no kept scan has a finding with the fingerprint {}",
                                                         escape_terminal(clip(wanted, 80)))};
  }
  return out;
}

Result<std::vector<FeedbackCount>> SqlStore::feedback_counts() {
  std::vector<FeedbackCount> out;
  auto done = connection_->read([&](soci::session& sql) {
    out.clear();
    soci::rowset<soci::row> rows =
        (sql.prepare
         << "select detector, cast(sum(case when kind = 'false_positive' then 1 else 0 end) as bigint), "
            "cast(sum(case when kind = 'false_negative' then 1 else 0 end) as bigint), "
            "cast(sum(case when kind = 'confirmed' then 1 else 0 end) as bigint) from feedback "
            "group by detector order by detector");
    for (const soci::row& row : rows) {
      out.push_back({row.get<std::string>(0), static_cast<std::uint64_t>(row_number(row, 1)),
                     static_cast<std::uint64_t>(row_number(row, 2)),
                     static_cast<std::uint64_t>(row_number(row, 3))});
    }
  });
  if (!done) return done.error();
  return out;
}

Result<StoreStatus> SqlStore::status() {
  StoreStatus out;
  const bool sqlite = connection_->engine() == StoreEngine::kSqlite;
  out.engine = sqlite ? "sqlite" : "postgresql";
  out.place = connection_->place();
  auto done = connection_->read([&](soci::session& sql) {
    const auto count = [&](const std::string& query) {
      long long value = 0;
      sql << query, soci::into(value);
      return static_cast<std::uint64_t>(value);
    };
    out.schema_version = static_cast<int>(count("select max(version) from mcpjury_schema"));
    out.scans = count("select count(*) from scans");
    out.targets = count("select count(*) from latest");
    out.evidence = count("select count(*) from evidence");
    out.findings = count("select count(*) from findings");
    out.tools = count("select count(*) from tools");
    out.feedback = count("select count(*) from feedback");
    out.approvals = count("select count(*) from approvals");
    out.feeds = count("select count(*) from feeds");
    out.methodologies = count("select count(*) from catalogs");
    out.bytes = count(sqlite ? "select page_count * page_size from pragma_page_count(), pragma_page_size()"
                             : "select pg_database_size(current_database())");
  });
  if (!done) return done.error();
  return out;
}

}  // namespace mcpjury
