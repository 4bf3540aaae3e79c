#include "fleet/fleet_tables.h"

namespace mcpjury {
namespace {

std::vector<std::string> fleet_steps(int from, StoreEngine) {
  if (from != 0) return {};
  return {
      // Everything that was ever listed. evidence_sha256 and catalog_sha256 are those of the last look.
      "create table fleet_targets (target text primary key, kind text not null, host text not null, source "
      "text not null, name text not null, listed_at bigint not null, removed integer not null, input text "
      "not null, target_key text not null, seen_at bigint not null, changed_at bigint not null, "
      "evidence_sha256 text not null, catalog_sha256 text not null, unchanged integer not null, failures "
      "integer not null, wait bigint not null, due bigint not null)",
      "create index fleet_targets_by_due on fleet_targets (due, target)",
      "create index fleet_targets_by_key on fleet_targets (target_key)",
      "create index fleet_targets_by_source on fleet_targets (source, target)",
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): statements of several lines
      "create table fleet_rounds (round text primary key, place bigint not null, began bigint not null, "
      "ended bigint not null)",
      // How each target of a round ended: once.
      "create table fleet_results (round text not null, target text not null, outcome text not null, class "
      "text not null, reason text not null, target_key text not null, scan_uid text not null, at bigint not "
      "null, primary key (round, target))",
      "create index fleet_results_by_outcome on fleet_results (round, outcome, class)",
      "create table fleet_sources (source text primary key, since text not null, cursor text not null, began "
      "text not null, etag text not null, walked_at bigint not null)",
      "create table fleet_skipped (source text not null, name text not null, what text not null, reason text "
      "not null, listed_at bigint not null, primary key (source, name, what))",
      // Records that were submitted as files: workers on other machines have them from here.
      "create table fleet_inputs (sha256 text primary key, packed text not null)",
  };
}

}  // namespace

const TableSet& fleet_tables() {
  static const TableSet kTables{"mcpjury_fleet_schema", 1, &fleet_steps, nullptr, 7263413};
  return kTables;
}

}  // namespace mcpjury
