#include "store/schema.h"

#include <array>
#include <string_view>

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kFirst = {
    "create table evidence (sha256 text primary key, packed text not null)"sv,
    // `uid` makes storing again after a lost answer harmless.
    "create table scans (id $ID, uid text not null unique, target_key text not null, target_kind text not "
    "null, "
    "display text not null, credential text not null, observed_at text not null, evidence_sha256 text not "
    "null, "
    "surface_sha256 text not null, rest_sha256 text not null, truncated integer not null, "
    "tool_count integer not null, server_name text not null, server_version text not null, "
    "program_version text not null, catalog_version text not null, catalog_sha256 text not null, "
    "marks text not null, report text not null)"sv,
    "create index scans_by_target on scans (target_key, credential, observed_at, id)"sv,
    "create index scans_by_evidence on scans (evidence_sha256)"sv,
    "create table findings (scan_id bigint not null, fingerprint text not null, detector text not null, "
    "kind text not null, severity text not null, confidence text not null, subject_type text not null, "
    "subject text not null, pointer text not null)"sv,
    "create index findings_by_scan on findings (scan_id)"sv,
    "create table tools (target_key text not null, server_name text not null, tool text not null, "
    "name_key text not null, description_sha256 text not null, first_seen text not null, "
    "last_seen text not null, primary key (target_key, tool, description_sha256))"sv,
    "create index tools_by_name on tools (name_key, target_key)"sv,
    "create index tools_by_description on tools (description_sha256, target_key)"sv,
};

constexpr std::array kSecond = {
    "create table feedback (id $ID, uid text not null unique, given_at text not null, fingerprint text not "
    "null, "
    "detector text not null, target_key text not null, kind text not null, note text not null)"sv,
    "create index feedback_by_detector on feedback (detector, kind)"sv,
    "create index findings_by_fingerprint on findings (fingerprint)"sv,
};

// What others are compared with. near_* are derived: see store/neighbours.h.
constexpr std::array kThird = {
    "create table servers (target_key text primary key, server_name text not null, publisher text not null, "
    "brands text not null, package text not null, repository text not null, host text not null, "
    "host_label text not null, host_key text not null, tool_count integer not null, "
    "first_seen text not null, last_seen text not null)"sv,
    "create index servers_by_label on servers (host_label)"sv,
    "create index servers_by_host on servers (host_key)"sv,
    // Who published them is known from their next scan on.
    "insert into servers (target_key, server_name, publisher, brands, package, repository, host, host_label, "
    "host_key, tool_count, first_seen, last_seen) select target_key, max(server_name), '', '', '', '', '', "
    "'', "
    "'', max(tool_count), min(observed_at), max(observed_at) from scans group by target_key"sv,
    "create table near_names (id $ID, near_key text not null unique, name_key text not null)"sv,
    "create table near_keys (print bigint not null, name_id bigint not null, primary key (print, name_id)) "
    "$FLAT"sv,
    "create table near_hosts (print bigint not null, label text not null, primary key (print, label)) $FLAT"sv,
    "create index near_hosts_by_label on near_hosts (label)"sv,
};

constexpr std::array kFourth = {
    // What judged the scans: every catalogue with its methodologies, every feed of advisories.
    "create table catalogs (sha256 text not null, version text not null, methodology text not null, "
    "methodology_version text not null, first_used text not null, primary key (sha256, methodology))"sv,
    "create table feeds (name text not null, version text not null, sha256 text not null, kind text not "
    "null, as_of text not null, entries bigint not null, first_used text not null, "
    "primary key (name, version, sha256))"sv,
    "create table approvals (id $ID, uid text not null unique, target_key text not null, credential text "
    "not null, approved_at text not null, approved_by text not null, reason text not null, server_name text "
    "not null, server_version text not null, surface_sha256 text not null, rest_sha256 text not null, "
    "packed text not null)"sv,
    "create index approvals_by_target on approvals (target_key, credential, id)"sv,
    // It cost half of storing a scan, for a question asked by hand: feedback walks back from the newest scan.
    "drop index findings_by_fingerprint"sv,
};

// The newest scan of every target, as the directory lists and filters it; derived, see store/latest.h.
constexpr std::array kFifth = {
    "create table latest (target_key text not null, credential text not null, scan_id bigint not null, "
    "first_seen text not null, last_seen text not null, changed_at text not null, surface text not null, "
    "malice integer not null, weakness integer not null, capability integer not null, hygiene integer not "
    "null, grades text not null, words text not null, primary key (target_key, credential)) $FLAT"sv,
    "create index latest_by_time on latest (last_seen, scan_id)"sv,
};

// Which names are a slip apart, which are everybody's, and whose tools are whose: found when a name comes in
// instead of at every scan. All of it is derived.
constexpr std::array kSixth = {
    "create table near_pairs (name_id bigint not null, other_id bigint not null, primary key (name_id, "
    "other_id)) $FLAT"sv,
    "create table common_names (name_key text primary key, publishers integer not null) $FLAT"sv,
    "alter table servers add column name_prints text not null default ''"sv,
    "alter table servers add column tools_from text not null default ''"sv,
};

// The word of each scan, so that a directory asks for those of one word without reading the marks.
constexpr std::array kSeventh = {
    "alter table latest add column verdict text not null default ''"sv,
    "create index latest_by_verdict on latest (verdict, last_seen, scan_id)"sv,
};

template <std::size_t N>
std::vector<std::string> for_engine(const std::array<std::string_view, N>& statements, StoreEngine engine) {
  const std::string_view id =
      engine == StoreEngine::kSqlite ? "integer primary key autoincrement" : "bigserial primary key";
  std::vector<std::string> out;
  for (const std::string_view statement : statements) {
    std::string text(statement);
    if (const std::size_t at = text.find("$ID"); at != std::string::npos) text.replace(at, 3, id);
    // Rows that are their own key: SQLite keeps them once instead of twice.
    if (const std::size_t at = text.find("$FLAT"); at != std::string::npos) {
      text.replace(at, 5, engine == StoreEngine::kSqlite ? "without rowid" : "");
    }
    out.push_back(std::move(text));
  }
  return out;
}

}  // namespace

std::vector<std::string> migration(int from, StoreEngine engine) {
  if (from == 0) return for_engine(kFirst, engine);
  if (from == 1) return for_engine(kSecond, engine);
  if (from == 2) return for_engine(kThird, engine);
  if (from == 3) return for_engine(kFourth, engine);
  if (from == 4) return for_engine(kFifth, engine);
  if (from == 5) return for_engine(kSixth, engine);
  if (from == 6) return for_engine(kSeventh, engine);
  return {};
}

}  // namespace mcpjury
