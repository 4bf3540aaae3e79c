// Storing a scan: evidence, row, findings and tools in one transaction, the many-rowed parts from one JSON
// parameter each.
#include <fmt/format.h>
#include <sys/random.h>

#include <array>

#include "base/canonical_json.h"
#include "store/latest.h"
#include "store/neighbours.h"
#include "store/packed_text.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::string_view kFindingsPostgres =
    "insert into findings (scan_id, fingerprint, detector, kind, severity, confidence, subject_type, "
    "subject, pointer) "
    "select :id, x.fingerprint, x.detector, x.kind, x.severity, x.confidence, x.subject_type, x.subject, "
    "x.pointer "
    "from jsonb_to_recordset(cast(:rows as jsonb)) as x(fingerprint text, detector text, kind text, severity "
    "text, "
    "confidence text, subject_type text, subject text, pointer text)";

// One question on the way to a server; row by row where the engine is at hand.
void keep_findings(soci::session& sql, StoreEngine engine, long long id,
                   const std::vector<FindingRow>& findings) {
  if (engine == StoreEngine::kPostgres) {
    JsonArray rows;
    for (const FindingRow& row : findings) {
      rows.push_back(JsonObject{{"fingerprint", row.fingerprint},
                                {"detector", row.detector},
                                {"kind", row.kind},
                                {"severity", row.severity},
                                {"confidence", row.confidence},
                                {"subject_type", row.subject_type},
                                {"subject", without_nul(row.subject)},
                                {"pointer", without_nul(row.pointer)}});
    }
    const std::string json = canonical_json(rows);
    sql << std::string(kFindingsPostgres), soci::use(id), soci::use(json);
    return;
  }
  std::array<std::vector<std::string>, 8> columns;
  for (const FindingRow& row : findings) {
    const std::string* const texts[] = {&row.fingerprint, &row.detector,     &row.kind,    &row.severity,
                                        &row.confidence,  &row.subject_type, &row.subject, &row.pointer};
    for (std::size_t i = 0; i < columns.size(); ++i)
      columns[i].push_back(i < 6 ? *texts[i] : without_nul(*texts[i]));
  }
  const std::vector<long long> scans(findings.size(), id);
  sql << "insert into findings (scan_id, fingerprint, detector, kind, severity, confidence, subject_type, "
         "subject, pointer) values (:id, :print, :detector, :kind, :severity, :confidence, :type, :subject, "
         ":pointer)",
      soci::use(scans), soci::use(columns[0]), soci::use(columns[1]), soci::use(columns[2]),
      soci::use(columns[3]), soci::use(columns[4]), soci::use(columns[5]), soci::use(columns[6]),
      soci::use(columns[7]);
}

// The catalogue with its methodologies, and the feeds, each once.
void keep_versions(soci::session& sql, const NewScan& scan) {
  int there = 0;
  if (!scan.methodologies.empty()) {
    sql << "select count(*) from catalogs where sha256 = :sha", soci::use(scan.row.catalog_sha256),
        soci::into(there);
  }
  for (std::size_t i = 0; there == 0 && i < scan.methodologies.size(); ++i) {
    sql << "insert into catalogs (sha256, version, methodology, methodology_version, first_used) values "
           "(:sha, :version, :name, :its, :at) on conflict do nothing",
        soci::use(scan.row.catalog_sha256), soci::use(scan.row.catalog_version),
        soci::use(scan.methodologies[i].methodology), soci::use(scan.methodologies[i].version),
        soci::use(scan.row.observed_at);
  }
  for (const FeedRow& feed : scan.feeds) {
    const std::string name = without_nul(feed.name), version = without_nul(feed.version),
                      kind = without_nul(feed.kind), as_of = without_nul(feed.as_of),
                      sha = without_nul(feed.sha256);
    const auto entries = static_cast<long long>(feed.entries);
    sql << "insert into feeds (name, version, sha256, kind, as_of, entries, first_used) values "
           "(:name, :version, :sha, :kind, :as_of, :entries, :at) on conflict do nothing",
        soci::use(name), soci::use(version), soci::use(sha), soci::use(kind), soci::use(as_of),
        soci::use(entries), soci::use(scan.row.observed_at);
  }
}

}  // namespace

std::string new_uid() {
  // Of the system: a TLS library takes longer to seed its own source than a scan to be stored.
  std::array<std::uint64_t, 2> words{};
  if (::getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) std::abort();
  return fmt::format("{:016x}{:016x}", words[0], words[1]);
}

std::string without_nul(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\0') {
      out += "\xEF\xBF\xBD";
    } else {
      out += c;
    }
  }
  return out;
}

Result<std::int64_t> SqlStore::add_scan(const NewScan& scan) {
  const ScanRow& row = scan.row;
  const std::string uid = scan.uid.empty() ? new_uid() : scan.uid;
  const std::string report = pack_text(scan.report);
  const std::string marks = without_nul(canonical_json(row.marks));
  const std::string key = without_nul(row.target_key), display = without_nul(row.display),
                    server = without_nul(row.server_name), version = without_nul(row.server_version);
  const int truncated = row.truncated ? 1 : 0;
  const int tool_count = static_cast<int>(row.tool_count);
  ServerRow neighbour = scan.server;
  neighbour.target_key = row.target_key;
  neighbour.server_name = row.server_name;
  neighbour.first_seen = neighbour.last_seen = row.observed_at;
  neighbour.tool_count = row.tool_count;
  long long id = 0;
  // Most scans see what was seen before: only evidence that is new is packed, and outside the transaction.
  std::string evidence;
  const auto has_evidence = [&](soci::session& sql) {
    int there = 0;
    sql << "select count(*) from evidence where sha256 = :sha", soci::use(row.evidence_sha256),
        soci::into(there);
    return there != 0;
  };
  bool known = false;
  if (auto asked = connection_->read([&](soci::session& sql) { known = has_evidence(sql); }); !asked)
    return asked.error();
  if (!known) evidence = pack_text(scan.evidence());
  auto done = connection_->write([&](soci::session& sql) {
    if (!known || !has_evidence(sql)) {
      if (evidence.empty()) evidence = pack_text(scan.evidence());
      sql << "insert into evidence (sha256, packed) values (:sha, :packed) on conflict (sha256) do nothing",
          soci::use(row.evidence_sha256), soci::use(evidence);
    }
    sql << "insert into scans (uid, target_key, target_kind, display, credential, observed_at, "
           "evidence_sha256, surface_sha256, rest_sha256, truncated, tool_count, server_name, "
           "server_version, program_version, catalog_version, catalog_sha256, marks, report) values "
           "(:uid, :key, :kind, :display, :credential, :at, :evidence, :surface, :rest, :truncated, "
           ":tools, "
           ":server, :version, :program, :catalog, :sha, :marks, :report) on conflict (uid) do nothing "
           "returning id",
        soci::use(uid), soci::use(key), soci::use(row.target_kind), soci::use(display),
        soci::use(row.credential), soci::use(row.observed_at), soci::use(row.evidence_sha256),
        soci::use(row.surface_sha256), soci::use(row.rest_sha256), soci::use(truncated),
        soci::use(tool_count), soci::use(server), soci::use(version), soci::use(row.program_version),
        soci::use(row.catalog_version), soci::use(row.catalog_sha256), soci::use(marks), soci::use(report),
        soci::into(id);
    if (!sql.got_data()) {
      // It is there, and whole: an answer was lost, or somebody else stored the same scan.
      sql << "select id from scans where uid = :uid", soci::use(uid), soci::into(id);
      return;
    }
    if (!scan.findings.empty()) {
      keep_findings(sql, connection_->engine(), id, scan.findings);
    }
    keep_neighbour(sql, connection_->engine(), neighbour, row.evidence_sha256, scan.tools);
    keep_common_names(sql, scan.common_names);
    keep_versions(sql, scan);
    keep_latest(sql, scan, id);
  });
  if (!done) return done.error();
  return id;
}

}  // namespace mcpjury
