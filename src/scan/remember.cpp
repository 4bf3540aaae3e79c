#include "scan/remember.h"

#include <algorithm>

#include "base/canonical_json.h"
#include "catalog/catalog.h"
#include "model/surface_identity.h"
#include "report/report.h"
#include "scan/lock_file.h"
#include "scan/server_identity.h"

namespace mcpjury {
namespace {

JsonObject marks_of(const Json& report) {
  constexpr std::string_view kShown[] = {"version",     "state",          "score",       "grade",
                                         "verdict",     "light",          "aivss_score", "safety_score",
                                         "posture",     "security_score", "risk_score",  "action",
                                         "coverage_bp", "tier",           "level"};
  JsonObject out;
  const JsonObject* assessments = find_object(report.get_object(), "assessments");
  if (assessments == nullptr) return out;
  for (const auto& member : *assessments) {
    const JsonObject* from = member.value().if_object();
    if (from == nullptr) continue;
    JsonObject marks;
    for (const std::string_view name : kShown) {
      if (const Json* value = find(*from, name)) marks[name] = *value;
    }
    out[member.key()] = std::move(marks);
  }
  return out;
}

void cannot(Evidence& evidence, Facet facet, const Error& error) {
  evidence.facet(facet) = {FacetState::kCouldNotSee, error.message, {}};
}

// True when there is an approved surface, whatever became of reading it.
bool recall_approval(Store& store, Evidence& evidence, const std::string& key) {
  auto approval = store.approval(key, credential_of(evidence));
  if (!approval) {
    cannot(evidence, Facet::kPriorSurface, approval.error());
    return true;
  }
  if (!*approval) return false;
  auto lock = read_lock(canonical_json((*approval)->entry), "the history");
  if (!lock) {
    cannot(evidence, Facet::kPriorSurface, lock.error());
  } else if (!lock->servers.empty()) {
    add_pins(evidence, lock->servers.begin()->second, "the history");
  }
  return true;
}

void recall_surface(Store& store, Evidence& evidence, const std::string& key, bool same_second) {
  FacetRecord& facet = evidence.facet(Facet::kPriorSurface);
  if (facet.state == FacetState::kSeen) return;
  if (recall_approval(store, evidence, key)) return;
  auto last = store.last_scan(key, credential_of(evidence), evidence.observed_at, same_second);
  if (!last) return cannot(evidence, Facet::kPriorSurface, last.error());
  if (!*last) {
    facet = {FacetState::kAbsent, "this is the first scan of this server that is kept", {}};
    return;
  }
  auto record = store.evidence((*last)->evidence_sha256);
  if (!record) return cannot(evidence, Facet::kPriorSurface, record.error());
  auto before = evidence_from_json(*record, "the history");
  if (!before) return cannot(evidence, Facet::kPriorSurface, before.error());
  const JsonObject* definition = before->facet(Facet::kDefinition).data.if_object();
  const JsonArray* tools = definition != nullptr ? find_array(*definition, "tools") : nullptr;
  if (tools == nullptr) {
    facet = {FacetState::kCouldNotSee, "the earlier scan holds no tools", {}};
    return;
  }
  facet = {
      FacetState::kSeen,
      {},
      JsonObject{{"baseline", "last"},
                 {"observed_at", (*last)->observed_at},
                 {"evidence_sha256", (*last)->evidence_sha256},
                 {"credential", (*last)->credential},
                 {"server", JsonObject{{"name", (*last)->server_name}, {"version", (*last)->server_version}}},
                 {"surface_sha256", (*last)->surface_sha256},
                 {"rest_sha256", (*last)->rest_sha256},
                 {"truncated", false},
                 {"tool_count", (*last)->tool_count},
                 {"tools", *tools},
                 {"instructions", find_string(*definition, "instructions")}}};
}

}  // namespace

// A configuration that was only read has no surface that could be compared later.
std::string history_key(const Evidence& evidence) {
  return evidence.target.kind == TargetKind::kConfig ? std::string() : evidence.target.id;
}

void cannot_recall(Evidence& evidence, const std::string& why) {
  if (history_key(evidence).empty() || !evidence.seen(Facet::kDefinition)) return;
  for (const Facet facet : {Facet::kPriorSurface, Facet::kFingerprints}) {
    if (!evidence.seen(facet)) evidence.facet(facet) = {FacetState::kCouldNotSee, why, {}};
  }
}

void recall(Store& store, Evidence& evidence, bool same_second) {
  const std::string key = history_key(evidence);
  if (key.empty() || !evidence.seen(Facet::kDefinition)) return;
  recall_surface(store, evidence, key, same_second);
}

namespace {

// What the history added is not what was seen: without it the same look twice is kept once. A record that
// brought an earlier surface of its own keeps it.
Evidence as_looked_at(const Evidence& evidence) {
  Evidence out = evidence;
  const JsonObject* prior = evidence.facet(Facet::kPriorSurface).data.if_object();
  if (!evidence.replayed || prior == nullptr) out.facet(Facet::kPriorSurface) = {};
  if (!evidence.replayed) out.facet(Facet::kPins) = {};
  out.facet(Facet::kFingerprints) = {};
  return out;
}

std::vector<FeedRow> feeds_of(const Evidence& evidence) {
  std::vector<FeedRow> out;
  const JsonObject* facet = evidence.facet(Facet::kFeeds).data.if_object();
  const JsonArray* feeds = facet != nullptr ? find_array(*facet, "feeds") : nullptr;
  if (feeds == nullptr) return out;
  for (const Json& item : *feeds) {
    const JsonObject* feed = item.if_object();
    if (feed == nullptr) continue;
    const Json* entries = find(*feed, "entries");
    FeedRow row;
    row.name = find_string(*feed, "name");
    row.version = find_string(*feed, "version");
    row.sha256 = find_string(*feed, "sha256");
    row.kind = find_string(*feed, "kind");
    row.as_of = find_string(*feed, "as_of");
    if (entries != nullptr && entries->is_int64())
      row.entries = static_cast<std::uint64_t>(entries->get_int64());
    if (entries != nullptr && entries->is_uint64()) row.entries = entries->get_uint64();
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace

NewScan scan_to_keep(const ScanReport& report, const std::string& kept_evidence) {
  NewScan out;
  const Evidence& evidence = report.evidence;
  std::string evidence_hash = kept_evidence;
  if (kept_evidence.empty()) {
    const Evidence kept = as_looked_at(evidence);
    out.evidence = evidence_to_json(kept);
    evidence_hash = evidence_sha256(kept);
  }
  out.feeds = feeds_of(evidence);
  // The catalogue lists every version of a methodology, the one that judges last.
  for (const Methodology& methodology : catalog().methodologies) {
    if (!out.methodologies.empty() && out.methodologies.back().methodology == methodology.id)
      out.methodologies.pop_back();
    out.methodologies.push_back({std::string(methodology.id), std::string(methodology.version)});
  }
  out.report = report_to_json(report, {});
  ScanRow& row = out.row;
  row.target_key = history_key(evidence);
  row.target_kind = name_of(evidence.target.kind);
  row.display = evidence.target.display;
  row.credential = credential_of(evidence);
  row.observed_at = evidence.observed_at;
  row.evidence_sha256 = std::move(evidence_hash);
  row.truncated = report.surface.truncated || !evidence.limits.empty();
  row.tool_count = static_cast<std::uint32_t>(report.surface.tools.size());
  row.server_name = report.surface.server_name;
  row.server_version = report.surface.server_version;
  row.program_version = program_info().version;
  row.catalog_version = catalog().version;
  row.catalog_sha256 = catalog().sha256;
  row.marks = marks_of(out.report);
  if (const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object()) {
    const SurfaceIdentity identity = surface_identity(report.surface, *definition);
    row.surface_sha256 = identity.surface_sha256;
    row.rest_sha256 = identity.rest_sha256;
  }
  for (const Finding& finding : report.findings) {
    const Detector& detector = catalog().detectors[finding.detector];
    out.findings.push_back({fingerprint_of(finding, detector.id, evidence.target.id),
                            std::string(detector.id), std::string(name_of(detector.kind)),
                            std::string(name_of(finding.severity)), std::string(name_of(finding.confidence)),
                            std::string(name_of(finding.subject.type)), finding.subject.name,
                            finding.pointer});
  }
  out.server = server_identity(evidence, report.surface);
  out.tools = compared_tools(report.surface);
  return out;
}

std::string looked_at_sha256(const Evidence& evidence) { return evidence_sha256(as_looked_at(evidence)); }

}  // namespace mcpjury
