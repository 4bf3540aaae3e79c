#include "report/record_raw.h"

#include <set>
#include <string>
#include <tuple>

#include "model/live_view.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

JsonObject named(const Finding& finding) {
  return {{"detector", detector_of(finding).id},
          {"subject", JsonObject{{"type", name_of(finding.subject.type)}, {"name", finding.subject.name}}},
          {"pointer", finding.pointer}};
}

// Tenths of CVSS, or the word that stands for them.
JsonObject cvss_raw(const ScanReport& report, const AmpelEngine& engine) {
  JsonArray list;
  for (const std::uint32_t index : engine.findings) {
    const Finding& finding = report.findings[index];
    JsonObject entry = named(finding);
    if (finding.cvss_tenths >= 0) {
      entry["cvss_tenths"] = finding.cvss_tenths;
      const std::string prefix = "/facets/dependencies/data";
      if (finding.pointer.starts_with(prefix)) {
        const Json* advisory = resolve_pointer(report.evidence.facet(Facet::kDependencies).data,
                                               finding.pointer.substr(prefix.size()));
        const JsonObject* object = advisory != nullptr ? advisory->if_object() : nullptr;
        if (object != nullptr) {
          entry["advisory"] = find_string(*object, "id");
          if (!find_number(*object, "cvss_tenths")) entry["unscored"] = true;
        }
      }
    } else {
      entry["severity"] = name_of(finding.severity);
    }
    list.push_back(std::move(entry));
  }
  return {{"findings", std::move(list)}};
}

// Each thing that counts once: the key says what the engine counts by.
JsonObject count_raw(const ScanReport& report, const AmpelEngine& engine) {
  const MethodologyRule* rule = find_rule(methodology("ampel"), engine.id);
  const Per per = rule == nullptr ? Per::kPlace : rule->per;
  std::set<std::tuple<int, std::int32_t, std::string, std::string>> seen;
  JsonArray list;
  for (const std::uint32_t index : engine.findings) {
    const Finding& finding = report.findings[index];
    const bool listed = finding.subject.index >= 0;
    std::tuple key{static_cast<int>(finding.subject.type), finding.subject.index,
                   listed ? std::string() : finding.subject.name,
                   per == Per::kPlace ? finding.pointer : std::string()};
    if (seen.insert(std::move(key)).second) list.push_back(named(finding));
  }
  return {{"counted", std::move(list)}};
}

JsonObject health_raw(const ScanReport& report) {
  JsonArray made;
  const JsonObject* source = facet_data(report.evidence, Facet::kSource);
  const JsonObject* health = source == nullptr ? nullptr : find_object(*source, "health");
  const JsonArray* checks = health == nullptr ? nullptr : find_array(*health, "checks");
  for (std::size_t i = 0; checks != nullptr && i < checks->size(); ++i) {
    const JsonObject* check = (*checks)[i].if_object();
    const auto passed = check == nullptr ? std::nullopt : find_flag(*check, "passed");
    if (passed) made.push_back(JsonObject{{"id", find_string(*check, "id")}, {"passed", *passed}});
  }
  return {{"checks", std::move(made)}};
}

JsonObject mfa_raw(const ScanReport& report, const AmpelEngine& engine) {
  JsonObject out{{"percent_tenths", engine.raw}};
  const JsonObject* provenance = facet_data(report.evidence, Facet::kProvenance);
  const JsonObject* attested = provenance == nullptr ? nullptr : find_object(*provenance, "contributors_mfa");
  if (attested == nullptr) return out;
  out["source"] = find_string(*attested, "source");
  out["date"] = find_string(*attested, "date");
  return out;
}

JsonObject list_raw(const ScanReport& report, std::string_view list) {
  const JsonObject* provenance = facet_data(report.evidence, Facet::kProvenance);
  const JsonArray* entries = provenance == nullptr ? nullptr : find_array(*provenance, list);
  JsonObject out;
  out[list] = entries == nullptr ? JsonArray() : *entries;
  return out;
}

}  // namespace

Json engine_raw(const ScanReport& report, const AmpelEngine& engine) {
  if (engine.state != EngineState::kOk) return nullptr;
  if (engine.normaliser == "cvss") return cvss_raw(report, engine);
  if (engine.normaliser == "count") return count_raw(report, engine);
  if (engine.normaliser == "percent") {
    return engine.id == "identity-mfa" ? mfa_raw(report, engine) : health_raw(report);
  }
  if (engine.normaliser == "level") {
    JsonObject out = list_raw(report, "attestations");
    out["slsa_level"] = engine.raw;
    return out;
  }
  if (engine.id == "supply-signature") {
    JsonObject out = list_raw(report, "signatures");
    out["pass"] = engine.raw != 0;
    return out;
  }
  JsonArray matches;
  for (const std::uint32_t index : engine.findings) matches.push_back(named(report.findings[index]));
  return JsonObject{{"pass", engine.raw != 0}, {"matches", std::move(matches)}};
}

}  // namespace mcpjury
