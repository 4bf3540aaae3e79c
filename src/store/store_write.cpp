// Storing a scan: evidence, row, findings and tools in one transaction, the many-rowed parts from one JSON
// parameter each.
#include <fmt/format.h>
#include <openssl/rand.h>

#include <array>

#include "base/canonical_json.h"
#include "store/packed_text.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

JsonArray findings_json(const std::vector<FindingRow>& findings) {
  JsonArray out;
  for (const FindingRow& row : findings) {
    out.push_back(JsonObject{{"fingerprint", row.fingerprint},
                             {"detector", row.detector},
                             {"kind", row.kind},
                             {"severity", row.severity},
                             {"confidence", row.confidence},
                             {"subject_type", row.subject_type},
                             {"subject", row.subject},
                             {"pointer", row.pointer}});
  }
  return out;
}

JsonArray tools_json(const std::vector<ToolRow>& tools) {
  JsonArray out;
  for (const ToolRow& row : tools) {
    out.push_back(JsonObject{
        {"tool", row.name}, {"name_key", row.name_key}, {"description_sha256", row.description_sha256}});
  }
  return out;
}

// PostgreSQL keeps no NUL in a text; a name that has one is hostile, and what matters of it stays.
std::string without_nul(std::string text) {
  std::erase(text, '\0');
  for (std::size_t at = text.find("\\u0000"); at != std::string::npos; at = text.find("\\u0000", at)) {
    text.replace(at, 6, "\\ufffd");
  }
  return text;
}

constexpr std::string_view kFindingsSqlite =
    "insert into findings (scan_id, fingerprint, detector, kind, severity, confidence, subject_type, "
    "subject, pointer) "
    "select :id, value->>'fingerprint', value->>'detector', value->>'kind', value->>'severity', "
    "value->>'confidence', value->>'subject_type', value->>'subject', value->>'pointer' from "
    "json_each(:rows)";
constexpr std::string_view kFindingsPostgres =
    "insert into findings (scan_id, fingerprint, detector, kind, severity, confidence, subject_type, "
    "subject, pointer) "
    "select :id, x.fingerprint, x.detector, x.kind, x.severity, x.confidence, x.subject_type, x.subject, "
    "x.pointer "
    "from jsonb_to_recordset(cast(:rows as jsonb)) as x(fingerprint text, detector text, kind text, severity "
    "text, "
    "confidence text, subject_type text, subject text, pointer text)";
constexpr std::string_view kToolsSqlite =
    "insert into tools (target_key, server_name, tool, name_key, description_sha256, first_seen, last_seen) "
    "select :key, :server, value->>'tool', value->>'name_key', value->>'description_sha256', :first, :last "
    "from json_each(:rows) where true "
    "on conflict (target_key, tool, description_sha256) do update set last_seen = excluded.last_seen, "
    "server_name = excluded.server_name, name_key = excluded.name_key";
constexpr std::string_view kToolsPostgres =
    "insert into tools (target_key, server_name, tool, name_key, description_sha256, first_seen, last_seen) "
    "select distinct on (x.tool, x.description_sha256) :key, :server, x.tool, x.name_key, "
    "x.description_sha256, "
    ":first, :last from jsonb_to_recordset(cast(:rows as jsonb)) as x(tool text, name_key text, "
    "description_sha256 text) "
    "on conflict (target_key, tool, description_sha256) do update set last_seen = excluded.last_seen, "
    "server_name = excluded.server_name, name_key = excluded.name_key";

}  // namespace

std::string new_uid() {
  std::array<unsigned char, 16> bytes{};
  // A machine without randomness cannot run TLS either.
  if (RAND_bytes(bytes.data(), bytes.size()) != 1) std::abort();
  std::string out;
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

Result<std::int64_t> SqlStore::add_scan(const NewScan& scan) {
  const bool sqlite = connection_->engine() == StoreEngine::kSqlite;
  const ScanRow& row = scan.row;
  const std::string uid = new_uid();
  const std::string evidence = pack_text(canonical_json(scan.evidence));
  const std::string report = pack_text(canonical_json(scan.report));
  const std::string findings = without_nul(canonical_json(findings_json(scan.findings)));
  const std::string tools = without_nul(canonical_json(tools_json(scan.tools)));
  const std::string marks = without_nul(canonical_json(row.marks));
  const auto clean = [](const std::string& text) { return without_nul(text); };
  const std::string key = clean(row.target_key), display = clean(row.display),
                    server = clean(row.server_name), version = clean(row.server_version);
  const int truncated = row.truncated ? 1 : 0;
  const int tool_count = static_cast<int>(row.tool_count);
  long long id = 0;
  auto done = connection_->write([&](soci::session& sql) {
    sql << "insert into evidence (sha256, packed) values (:sha, :packed) on conflict (sha256) do nothing",
        soci::use(row.evidence_sha256), soci::use(evidence);
    sql << "insert into scans (uid, target_key, target_kind, display, credential, observed_at, "
           "evidence_sha256, "
           "surface_sha256, rest_sha256, truncated, tool_count, server_name, server_version, "
           "program_version, "
           "catalog_version, catalog_sha256, marks, report) values (:uid, :key, :kind, :display, "
           ":credential, :at, "
           ":evidence, :surface, :rest, :truncated, :tools, :server, :version, :program, :catalog, :sha, "
           ":marks, "
           ":report) on conflict (uid) do nothing",
        soci::use(uid), soci::use(key), soci::use(row.target_kind), soci::use(display),
        soci::use(row.credential), soci::use(row.observed_at), soci::use(row.evidence_sha256),
        soci::use(row.surface_sha256), soci::use(row.rest_sha256), soci::use(truncated),
        soci::use(tool_count), soci::use(server), soci::use(version), soci::use(row.program_version),
        soci::use(row.catalog_version), soci::use(row.catalog_sha256), soci::use(marks), soci::use(report);
    sql << "select id from scans where uid = :uid", soci::use(uid), soci::into(id);
    // Done before an answer was lost: the rows of this scan are there.
    int there = 0;
    sql << "select count(*) from findings where scan_id = :id", soci::use(id), soci::into(there);
    if (there == 0) {
      sql << std::string(sqlite ? kFindingsSqlite : kFindingsPostgres), soci::use(id), soci::use(findings);
    }
    sql << std::string(sqlite ? kToolsSqlite : kToolsPostgres), soci::use(key), soci::use(server),
        soci::use(row.observed_at), soci::use(row.observed_at), soci::use(tools);
  });
  if (!done) return done.error();
  return id;
}

Result<std::int64_t> SqlStore::add_feedback(const FeedbackRow& row) {
  const std::string uid = new_uid();
  const std::string note = without_nul(row.note), key = without_nul(row.target_key);
  long long id = 0;
  auto done = connection_->write([&](soci::session& sql) {
    sql << "insert into feedback (uid, given_at, fingerprint, detector, target_key, kind, note) values "
           "(:uid, :at, "
           ":print, :detector, :key, :kind, :note) on conflict (uid) do nothing",
        soci::use(uid), soci::use(row.at), soci::use(row.fingerprint), soci::use(row.detector),
        soci::use(key), soci::use(row.kind), soci::use(note);
    sql << "select id from feedback where uid = :uid", soci::use(uid), soci::into(id);
  });
  if (!done) return done.error();
  return id;
}

Result<std::uint64_t> SqlStore::vacuum(int days, int keep) {
  const bool sqlite = connection_->engine() == StoreEngine::kSqlite;
  long long gone = 0;
  auto done = connection_->write([&](soci::session& sql) {
    const std::string age = sqlite ? fmt::format("strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-{} days')", days)
                                   : fmt::format(
                                         "to_char(now() at time zone 'utc' - interval '{} days', "
                                         "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
                                         days);
    const std::string old = fmt::format(
        "select id from (select id, observed_at, row_number() over (partition by target_key, credential "
        "order by "
        "observed_at desc, id desc) as place from scans) as numbered where place > {} and observed_at < {}",
        keep, age);
    sql << fmt::format("select count(*) from ({}) as counted", old), soci::into(gone);
    sql << fmt::format("delete from findings where scan_id in ({})", old);
    sql << fmt::format("delete from scans where id in ({})", old);
    sql << "delete from evidence where sha256 not in (select evidence_sha256 from scans)";
  });
  if (!done) return done.error();
  // Giving room back is no part of the transaction; that it cannot be done now loses nothing.
  (void)connection_->read([](soci::session& sql) { sql << "vacuum"; });
  return static_cast<std::uint64_t>(gone);
}

}  // namespace mcpjury
