// What people said of findings and servers, kept for good; and what is dropped on demand.
#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "store/packed_text.h"
#include "store/sql_store.h"

namespace mcpjury {

Result<std::int64_t> SqlStore::add_feedback(const FeedbackRow& row) {
  const std::string uid = new_uid();
  const std::string note = without_nul(row.note), key = without_nul(row.target_key);
  long long id = 0;
  auto done = connection_->write([&](soci::session& sql) {
    sql << "insert into feedback (uid, given_at, fingerprint, detector, target_key, kind, note) values "
           "(:uid, :at, :print, :detector, :key, :kind, :note) on conflict (uid) do nothing",
        soci::use(uid), soci::use(row.at), soci::use(row.fingerprint), soci::use(row.detector),
        soci::use(key), soci::use(row.kind), soci::use(note);
    sql << "select id from feedback where uid = :uid", soci::use(uid), soci::into(id);
  });
  if (!done) return done.error();
  return id;
}

Result<Ok> SqlStore::add_approval(const ApprovalRow& row) {
  const std::string uid = new_uid();
  const std::string key = without_nul(row.target_key), by = without_nul(row.approved_by),
                    reason = without_nul(row.reason), server = without_nul(row.server_name),
                    version = without_nul(row.server_version), packed = pack_text(canonical_json(row.entry));
  return connection_->write([&](soci::session& sql) {
    sql << "insert into approvals (uid, target_key, credential, approved_at, approved_by, reason, "
           "server_name, server_version, surface_sha256, rest_sha256, packed) values (:uid, :key, "
           ":credential, :at, :by, :reason, :server, :version, :surface, :rest, :packed) on conflict (uid) "
           "do nothing",
        soci::use(uid), soci::use(key), soci::use(row.credential), soci::use(row.approved_at), soci::use(by),
        soci::use(reason), soci::use(server), soci::use(version), soci::use(row.surface_sha256),
        soci::use(row.rest_sha256), soci::use(packed);
  });
}

Result<std::optional<ApprovalRow>> SqlStore::approval(std::string_view target_key,
                                                      std::string_view credential) {
  ApprovalRow row;
  row.target_key = without_nul(target_key);
  row.credential = credential;
  std::string packed;
  bool found = false;
  auto done = connection_->read([&](soci::session& sql) {
    sql << "select approved_at, approved_by, reason, server_name, server_version, surface_sha256, "
           "rest_sha256, packed from approvals where target_key = :key and credential = :credential order "
           "by id desc limit 1",
        soci::use(row.target_key), soci::use(row.credential), soci::into(row.approved_at),
        soci::into(row.approved_by), soci::into(row.reason), soci::into(row.server_name),
        soci::into(row.server_version), soci::into(row.surface_sha256), soci::into(row.rest_sha256),
        soci::into(packed);
    found = sql.got_data();
  });
  if (!done) return done.error();
  if (!found) return std::optional<ApprovalRow>();
  auto text = unpack_text(packed);
  if (!text) return text.error();
  auto parsed = parse_json(*text, "store", {});
  if (!parsed) return parsed.error();
  row.entry = std::move(parsed->value);
  return std::optional<ApprovalRow>(std::move(row));
}

Result<std::uint64_t> SqlStore::vacuum(std::string_view before, int keep) {
  long long gone = 0;
  const std::string limit(before);
  auto done = connection_->write([&](soci::session& sql) {
    // A partial list is never compared with, so it must not push the last whole one out.
    const std::string old = fmt::format(
        "select id from (select id, observed_at, row_number() over (partition by target_key, credential, "
        "truncated order by observed_at desc, id desc) as place from scans) as numbered where place > {} and "
        "observed_at < :before",
        std::max(keep, 1));
    sql << fmt::format("select count(*) from ({}) as counted", old), soci::use(limit), soci::into(gone);
    if (gone != 0) {
      sql << fmt::format("delete from findings where scan_id in ({})", old), soci::use(limit);
      sql << fmt::format("delete from scans where id in ({})", old), soci::use(limit);
    }
    sql << "delete from evidence where not exists (select 1 from scans where scans.evidence_sha256 = "
           "evidence.sha256)";
  });
  if (!done) return done.error();
  // Giving room back is no part of the transaction; that it cannot be done now loses nothing.
  (void)connection_->read([](soci::session& sql) { sql << "vacuum"; });
  connection_->settle();
  return static_cast<std::uint64_t>(gone);
}

}  // namespace mcpjury
