#include "scan/remember.h"

#include <algorithm>

#include "base/sha256.h"
#include "catalog/catalog.h"
#include "model/surface_identity.h"
#include "report/report.h"
#include "scan/lock_file.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShortDescription = 40;  // bytes: shorter ones are common by chance
constexpr std::size_t kMaxTools = 5'000;       // of one server that are compared with others
constexpr std::size_t kMaxOthers = 20;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string description_print(std::string_view description) {
  const std::string_view text = trimmed(description);
  return text.size() < kShortDescription ? std::string() : sha256_hex(text);
}

// Names that a person or a model takes for each other have one key.
std::string name_key(std::string_view name) {
  std::string out;
  for (const char c : skeleton(name)) {
    if (c != '_' && c != '-' && c != ' ' && c != '.') out += c;
  }
  return out;
}

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

Surface surface_of(const Evidence& evidence) {
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  return definition != nullptr ? make_surface(*definition, Limits{}) : Surface{};
}

void cannot(Evidence& evidence, Facet facet, const Error& error) {
  evidence.facet(facet) = {FacetState::kCouldNotSee, error.message, {}};
}

void recall_surface(Store& store, Evidence& evidence, const std::string& key) {
  FacetRecord& facet = evidence.facet(Facet::kPriorSurface);
  if (facet.state == FacetState::kSeen) return;
  auto last = store.last_scan(key, credential_of(evidence), evidence.observed_at);
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

void recall_fingerprints(Store& store, Evidence& evidence, const std::string& key) {
  JsonArray entries;
  bool complete = true;
  const Surface surface = surface_of(evidence);
  for (const ToolView& tool : surface.tools) {
    if (tool.index >= kMaxTools) {
      complete = false;
      break;
    }
    const std::string print = description_print(tool.description);
    if (print.empty()) continue;
    auto others = store.same_description(print, key, kMaxOthers);
    if (!others) return cannot(evidence, Facet::kFingerprints, others.error());
    if (others->empty()) continue;
    JsonArray list;
    for (const SeenElsewhere& other : *others) {
      list.push_back(JsonObject{{"server_key", other.target_key},
                                {"server_name", other.server_name},
                                {"tool", other.tool},
                                {"first_seen", other.first_seen},
                                {"last_seen", other.last_seen}});
    }
    entries.push_back(JsonObject{{"tool", tool.name}, {"sha256", print}, {"others", std::move(list)}});
  }
  evidence.facet(Facet::kFingerprints) = {
      FacetState::kSeen,
      {},
      JsonObject{{"server_key", key}, {"complete", complete}, {"entries", std::move(entries)}}};
}

}  // namespace

std::string history_key(const Evidence& evidence) { return evidence.target.id; }

void recall(Store& store, Evidence& evidence) {
  const std::string key = history_key(evidence);
  if (key.empty() || !evidence.seen(Facet::kDefinition)) return;
  recall_surface(store, evidence, key);
  recall_fingerprints(store, evidence, key);
}

NewScan scan_to_keep(const ScanReport& report) {
  NewScan out;
  const Evidence& evidence = report.evidence;
  out.evidence = evidence_to_json(evidence);
  out.report = report_to_json(report, {});
  ScanRow& row = out.row;
  row.target_key = history_key(evidence);
  row.target_kind = name_of(evidence.target.kind);
  row.display = evidence.target.display;
  row.credential = credential_of(evidence);
  row.observed_at = evidence.observed_at;
  row.evidence_sha256 = report.evidence_sha256.empty() ? evidence_sha256(evidence) : report.evidence_sha256;
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
  for (const ToolView& tool : report.surface.tools) {
    if (tool.index >= kMaxTools) break;
    out.tools.push_back({std::string(tool.name), name_key(tool.name), description_print(tool.description)});
  }
  return out;
}

Result<std::int64_t> remember(Store& store, const ScanReport& report) {
  if (history_key(report.evidence).empty()) {
    return Error{ErrorCode::kNothingToGrade,
                 "a target read from stdin has no name under which it could be kept"};
  }
  return store.add_scan(scan_to_keep(report));
}

}  // namespace mcpjury
