#include "report/record.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/sha256.h"
#include "model/live_view.h"
#include "model/record_hash.h"
#include "report/json_text.h"
#include "report/record_raw.h"
#include "report/shared.h"
#include "report/weights.h"

namespace mcpjury {
namespace {

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

// What was scanned, so that it can be told from everything else: a commit, the digest of an archive, or where
// there is neither the digest of what the server says of itself.
JsonObject target_json(const ScanReport& report) {
  const Evidence& evidence = report.evidence;
  const JsonObject* source = facet_data(evidence, Facet::kSource);
  const JsonObject* vcs = source == nullptr ? nullptr : find_object(*source, "vcs");
  const JsonObject* provenance = facet_data(evidence, Facet::kProvenance);
  const JsonObject* package = provenance == nullptr ? nullptr : find_object(*provenance, "package");
  std::string digest(package == nullptr ? std::string_view() : find_string(*package, "digest"));
  const FacetRecord& definition = evidence.facet(Facet::kDefinition);
  if (digest.empty() && definition.state == FacetState::kSeen)
    digest = "sha256:" + sha256_hex(canonical_json(definition.data));
  JsonObject out{{"kind", name_of(evidence.target.kind)}, {"url", evidence.target.display}};
  out["sha"] = text_or_null(vcs == nullptr ? std::string_view() : find_string(*vcs, "commit"));
  out["digest"] = text_or_null(digest);
  out["evidence_sha256"] = text_or_null(report.evidence_sha256);
  out["ref_resolved_at"] = evidence.observed_at;
  return out;
}

bool reads_feeds(const MethodologyRule& rule) {
  return rule.applies == "advisory-feeds" || rule.applies == "named-version";
}

// Several feeds are one to a reader of the record: names joined, the hash over their hashes, the oldest date.
Json feed_json(const Evidence& evidence, const MethodologyRule& rule) {
  if (!reads_feeds(rule)) return nullptr;
  const JsonObject* data = facet_data(evidence, Facet::kFeeds);
  const JsonArray* feeds = data == nullptr ? nullptr : find_array(*data, "feeds");
  std::string name, version, hashes, oldest;
  for (std::size_t i = 0; feeds != nullptr && i < feeds->size(); ++i) {
    const JsonObject* feed = (*feeds)[i].if_object();
    if (feed == nullptr) continue;
    const std::string_view separator = name.empty() ? "" : "+";
    name += fmt::format("{}{}", separator, find_string(*feed, "name"));
    version += fmt::format("{}{}", separator, find_string(*feed, "version"));
    hashes += find_string(*feed, "sha256");
    const std::string as_of(find_string(*feed, "as_of"));
    if (!as_of.empty() && (oldest.empty() || as_of < oldest)) oldest = as_of;
  }
  if (name.empty()) return nullptr;
  return JsonObject{
      {"name", name}, {"version", version}, {"sha256", sha256_hex(hashes)}, {"as_of", text_or_null(oldest)}};
}

JsonArray critical_json(const ScanReport& report, const AmpelResult& result, std::string_view engine) {
  JsonArray out;
  for (const AmpelCritical& critical : result.criticals) {
    if (critical.engine != engine) continue;
    JsonArray found;
    for (const std::uint32_t index : critical.findings)
      found.push_back(JsonObject{{"detector", detector_of(report.findings[index]).id},
                                 {"pointer", report.findings[index].pointer}});
    out.push_back(
        JsonObject{{"rule", critical.rule}, {"proof", critical.proof}, {"findings", std::move(found)}});
  }
  return out;
}

JsonObject engine_json(const ScanReport& report, const AmpelResult& result, const AmpelEngine& engine) {
  const Methodology& ampel = methodology("ampel");
  const MethodologyRule* rule = find_rule(ampel, engine.id);
  const Json raw = engine_raw(report, engine);
  const bool ok = engine.state == EngineState::kOk;
  JsonObject out{
      {"id", engine.id},
      {"family", engine.family},
      {"weight_bp", engine.weight_bp},
      {"version", ampel.version},
      {"rule_pack",
       JsonObject{{"id", "catalogue"}, {"version", catalog().version}, {"sha256", catalog().sha256}}},
      {"state", name_of(engine.state)},
      {"normaliser", engine.normaliser},
      {"critical", critical_json(report, result, engine.id)}};
  out["feed"] = rule == nullptr ? Json() : feed_json(report.evidence, *rule);
  out["reason"] = text_or_null(engine.reason);
  out["raw"] = raw;
  out["raw_sha256"] = ok ? Json(sha256_hex(canonical_json(raw))) : Json();
  out["sub_score"] = ok ? Json(engine.sub_score) : Json();  // tenths
  return out;
}

Json tenths_or_null(const std::optional<int>& tenths) { return tenths ? Json(*tenths) : Json(); }

}  // namespace

JsonObject record_to_json(const ScanReport& report) {
  const AmpelResult& result = report.assessments.ampel.at(report.strictness);
  const ProgramInfo program = program_info();
  JsonArray engines;
  for (const AmpelEngine& engine : result.engines) engines.push_back(engine_json(report, result, engine));
  JsonObject out{
      {"schema", kRecordSchema},
      {"method", JsonObject{{"name", "ampel"},
                            {"version", report.assessments.ampel.version},
                            {"strictness", name_of(report.strictness)},
                            {"weights_sha256", weights_json(methodology("ampel"))["sha256"]}}},
      {"target", target_json(report)},
      {"scanner",
       JsonObject{{"name", program.name}, {"version", program.version}, {"build", program.commit}}},
      {"engines", std::move(engines)},
      {"coverage_bp", result.coverage_bp},
      {"score_low", result.low},
      {"score_high", result.high},
      {"light", result.light},
      {"unproven", result.unproven}};
  out["score"] = tenths_or_null(result.score);
  out["score_before_floor"] = tenths_or_null(result.score_before_floor);
  out["record_sha256"] = record_sha256(out);
  return out;
}

std::string render_record(const Reports& reports, const RenderOptions&) {
  if (reports.size() == 1) return shown_json(pretty_json(record_to_json(*reports.front()))) + "\n";
  JsonArray list;
  for (const auto& report : reports) list.push_back(record_to_json(*report));
  return shown_json(pretty_json(list)) + "\n";
}

}  // namespace mcpjury
