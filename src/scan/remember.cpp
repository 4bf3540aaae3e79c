#include "scan/remember.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "base/canonical_json.h"
#include "catalog/catalog.h"
#include "model/evidence_hash.h"
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

// Facets that are not of what was looked at now: the store fills them, or may. A record that brought an
// earlier surface of its own keeps it.
std::vector<Facet> not_looked_at(const Evidence& evidence) {
  std::vector<Facet> out{Facet::kFingerprints};
  if (!evidence.replayed || !evidence.facet(Facet::kPriorSurface).data.is_object())
    out.push_back(Facet::kPriorSurface);
  if (!evidence.replayed) out.push_back(Facet::kPins);
  return out;
}

const JsonObject* definition_of(const Evidence& evidence) {
  return evidence.facet(Facet::kDefinition).data.if_object();
}

JsonObject surface_of_scan(const ScanRow& last, const JsonObject& definition, const JsonArray& tools) {
  return {{"baseline", "last"},
          {"observed_at", last.observed_at},
          {"evidence_sha256", last.evidence_sha256},
          {"credential", last.credential},
          {"server", JsonObject{{"name", last.server_name}, {"version", last.server_version}}},
          {"surface_sha256", last.surface_sha256},
          {"rest_sha256", last.rest_sha256},
          {"truncated", false},
          {"tool_count", last.tool_count},
          {"tools", tools},
          {"instructions", find_string(definition, "instructions")}};
}

void recall_surface(Store& store, Evidence& evidence, const std::string& key, bool same_second,
                    Recalled& recalled) {
  FacetRecord& facet = evidence.facet(Facet::kPriorSurface);
  if (facet.state == FacetState::kSeen) return;
  if (recall_approval(store, evidence, key)) return;
  auto last = store.last_scan(key, credential_of(evidence), evidence.observed_at, same_second);
  if (!last) return cannot(evidence, Facet::kPriorSurface, last.error());
  if (!*last) {
    facet = {FacetState::kAbsent, "this is the first scan of this server that is kept", {}};
    return;
  }
  // What is seen again to the byte need not be unpacked to be compared with.
  std::optional<Evidence> before;
  const JsonObject* definition = definition_of(evidence);
  if ((*last)->evidence_sha256 == recalled.evidence_sha256) {
    recalled.same = **last;
  } else {
    auto record = store.evidence((*last)->evidence_sha256);
    if (!record) return cannot(evidence, Facet::kPriorSurface, record.error());
    auto read = evidence_from_json(*record, "the history");
    if (!read) return cannot(evidence, Facet::kPriorSurface, read.error());
    before = std::move(*read);
    definition = definition_of(*before);
  }
  const JsonArray* tools = definition != nullptr ? find_array(*definition, "tools") : nullptr;
  if (tools == nullptr) {
    facet = {FacetState::kCouldNotSee, "the earlier scan holds no tools", {}};
    return;
  }
  facet = {FacetState::kSeen, {}, surface_of_scan(**last, *definition, *tools)};
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

Recalled recall(Store& store, Evidence& evidence, bool same_second) {
  Recalled out;
  const std::string key = history_key(evidence);
  if (key.empty()) return out;
  out.left_out = not_looked_at(evidence);
  out.evidence_sha256 = evidence_sha256_without(evidence, out.left_out);
  if (evidence.seen(Facet::kDefinition)) recall_surface(store, evidence, key, same_second, out);
  return out;
}

namespace {

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

NewScan scan_to_keep(const ScanReport& report, const Recalled& recalled) {
  NewScan out;
  const Evidence& evidence = report.evidence;
  // Without what the history added the same look twice is kept once.
  out.evidence = [&evidence, left_out = recalled.left_out] {
    Evidence kept = evidence;
    for (const Facet facet : left_out) kept.facet(facet) = {};
    return canonical_json(evidence_to_json(kept));
  };
  out.feeds = feeds_of(evidence);
  // The catalogue lists every version of a methodology, the one that judges last.
  for (const Methodology& methodology : catalog().methodologies) {
    if (!out.methodologies.empty() && out.methodologies.back().methodology == methodology.id)
      out.methodologies.pop_back();
    out.methodologies.push_back({std::string(methodology.id), std::string(methodology.version)});
  }
  const Json whole = report_to_json(report, {});
  out.report = boost::json::serialize(whole);
  ScanRow& row = out.row;
  row.target_key = history_key(evidence);
  row.target_kind = name_of(evidence.target.kind);
  row.display = evidence.target.display;
  row.credential = credential_of(evidence);
  row.observed_at = evidence.observed_at;
  row.evidence_sha256 = recalled.evidence_sha256.empty()
                            ? evidence_sha256_without(evidence, recalled.left_out)
                            : recalled.evidence_sha256;
  row.truncated = report.surface.truncated || !evidence.limits.empty();
  row.tool_count = static_cast<std::uint32_t>(report.surface.tools.size());
  row.server_name = report.surface.server_name;
  row.server_version = report.surface.server_version;
  row.program_version = program_info().version;
  row.catalog_version = catalog().version;
  row.catalog_sha256 = catalog().sha256;
  row.marks = marks_of(whole);
  if (recalled.same) {
    row.surface_sha256 = recalled.same->surface_sha256;
    row.rest_sha256 = recalled.same->rest_sha256;
  } else if (const JsonObject* definition = definition_of(evidence)) {
    const SurfaceIdentity identity = surface_identity(report.surface, *definition);
    row.surface_sha256 = identity.surface_sha256;
    row.rest_sha256 = identity.rest_sha256;
  }
  // Whole as it is, the report has them all, in their order.
  const JsonArray& written = whole.at("findings").as_array();
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    const Detector& detector = catalog().detectors[finding.detector];
    out.findings.push_back({std::string(find_string(written.at(i).as_object(), "fingerprint")),
                            std::string(detector.id), std::string(name_of(detector.kind)),
                            std::string(name_of(finding.severity)), std::string(name_of(finding.confidence)),
                            std::string(name_of(finding.subject.type)), finding.subject.name,
                            finding.pointer});
  }
  out.server = server_identity(evidence, report.surface);
  out.tools = [&surface = report.surface] { return compared_tools(surface); };
  out.common_names = recalled.common_names;
  return out;
}

std::string looked_at_sha256(const Evidence& evidence) {
  return evidence_sha256_without(evidence, not_looked_at(evidence));
}

}  // namespace mcpjury
