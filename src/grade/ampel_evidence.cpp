#include "grade/ampel_evidence.h"

#include <array>

#include "grade/ampel_feeds.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

EngineData silent(std::string_view reason) { return {EngineState::kNoData, reason, {}}; }
EngineData not_applicable(std::string_view reason) { return {EngineState::kNotApplicable, reason, {}}; }

std::string_view wanted(Facet facet) {
  switch (facet) {
    case Facet::kSource:
      return "needs the source of the server";
    case Facet::kDependencies:
      return "needs the list of dependencies";
    case Facet::kProvenance:
      return "needs the registry's documents of a release";
    default:
      return "what it reads was not seen";
  }
}

// A facet that was not looked at is no data; one that could not be seen is an error, or the end of the time.
EngineData facet_gap(const Evidence& evidence, Facet facet) {
  const FacetRecord& record = evidence.facet(facet);
  if (record.state == FacetState::kSeen) return {};
  if (record.state == FacetState::kCouldNotSee && facet != Facet::kDefinition) {
    const bool late = record.reason.find("time") != std::string::npos;
    const std::string_view reason = record.reason.empty() ? wanted(facet) : std::string_view(record.reason);
    return {late ? EngineState::kTimeout : EngineState::kError, reason, {}};
  }
  return silent(wanted(facet));
}

const JsonArray* list_of(const Evidence& evidence, Facet facet, std::string_view list) {
  const JsonObject* data = facet_data(evidence, facet);
  return data == nullptr ? nullptr : find_array(*data, list);
}

bool cut(const Evidence& evidence, Facet facet) {
  const JsonObject* data = facet_data(evidence, facet);
  return data != nullptr && find_flag(*data, "truncated").value_or(false);
}

// Number of files in one of these languages.
std::int64_t files_in(const Evidence& evidence, std::initializer_list<std::string_view> wanted_languages) {
  const JsonObject* data = facet_data(evidence, Facet::kSource);
  const JsonObject* languages = data == nullptr ? nullptr : find_object(*data, "languages");
  std::int64_t files = 0;
  for (const std::string_view language : wanted_languages) {
    if (languages != nullptr) files += find_number(*languages, language).value_or(0);
  }
  return files;
}

// Needs a list that is there even when it is empty: a member that is missing says nobody looked.
EngineData listed(const Evidence& evidence, Facet facet, std::string_view list, std::string_view missing) {
  if (EngineData gap = facet_gap(evidence, facet); gap.state != EngineState::kOk) return gap;
  if (list_of(evidence, facet, list) == nullptr) return silent(missing);
  if (cut(evidence, facet)) return silent("only a part of it was read");
  return {};
}

EngineData hooks_data(const Evidence& evidence) {
  EngineData data =
      listed(evidence, Facet::kSource, "install_hooks", "install-time hooks were not looked for");
  if (data.state != EngineState::kOk) return data;
  if (files_in(evidence, {"typescript", "tsx", "javascript", "python"}) == 0 &&
      files_in(evidence, {"go"}) > 0) {
    return not_applicable("packages of this language run nothing when they are installed");
  }
  return {};
}

EngineData malware_data(const Evidence& evidence) {
  const EngineData files = facet_gap(evidence, Facet::kSource);
  const EngineData packages = facet_gap(evidence, Facet::kDependencies);
  if (files.state == EngineState::kOk)
    return cut(evidence, Facet::kSource) ? silent("only a part of it was read") : EngineData{};
  if (packages.state == EngineState::kOk)
    return cut(evidence, Facet::kDependencies) ? silent("only a part of it was read") : EngineData{};
  return packages.state == EngineState::kNoData ? files : packages;
}

EngineData verified_data(const Evidence& evidence) {
  const JsonArray* secrets = list_of(evidence, Facet::kSource, "secrets");
  for (std::size_t i = 0; secrets != nullptr && i < secrets->size(); ++i) {
    const JsonObject* secret = (*secrets)[i].if_object();
    const std::string_view state = secret == nullptr ? "" : find_string(*secret, "verified");
    if (state == "live" || state == "dead") return {};
  }
  return {EngineState::kDisabled, "off unless the operator owns the target and asks for it", {}};
}

EngineData named_data(const GradeInput& input) {
  if (!input.surface.server_name.empty() && !input.surface.server_version.empty()) return {};
  const JsonObject* provenance = facet_data(input.evidence, Facet::kProvenance);
  const JsonObject* package = provenance == nullptr ? nullptr : find_object(*provenance, "package");
  if (package != nullptr && !find_string(*package, "name").empty() &&
      !find_string(*package, "version").empty())
    return {};
  return silent("the server does not say its name and version");
}

// How many of a release's signatures or attestations are in which state.
struct States {
  bool shown = false, verified = false, failed = false, unchecked = false;
};
States states_of(const Evidence& evidence, std::string_view list) {
  States out;
  const JsonArray* entries = list_of(evidence, Facet::kProvenance, list);
  out.shown = entries != nullptr;
  for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
    const JsonObject* entry = (*entries)[i].if_object();
    const std::string_view state = entry == nullptr ? "" : find_string(*entry, "state");
    out.verified = out.verified || state == "verified";
    out.failed = out.failed || state == "failed";
    out.unchecked = out.unchecked || state == "not_checked";
  }
  return out;
}

bool released(const JsonObject& provenance) {
  const JsonObject* package = find_object(provenance, "package");
  if (package != nullptr && !find_string(*package, "version").empty()) return true;
  const JsonObject* release = find_object(provenance, "release");
  return release != nullptr && find_flag(*release, "exists").value_or(false);
}

}  // namespace

EngineData dependency_data(const Evidence& evidence) {
  if (EngineData gap = facet_gap(evidence, Facet::kDependencies); gap.state != EngineState::kOk) return gap;
  const std::string_view hole = feed_gap(evidence);
  return hole.empty() ? EngineData{} : silent(hole);
}

EngineData source_code_data(const Evidence& evidence) {
  if (EngineData gap = facet_gap(evidence, Facet::kSource); gap.state != EngineState::kOk) return gap;
  if (list_of(evidence, Facet::kSource, "facts") == nullptr) return silent("the code was not analysed");
  if (files_in(evidence, {"typescript", "tsx", "javascript", "python", "go"}) == 0)
    return not_applicable("no source in TypeScript, JavaScript, Python or Go");
  if (cut(evidence, Facet::kSource)) return silent("only a part of it was read");
  return {};
}

EngineData health_data(const Evidence& evidence) {
  if (EngineData gap = facet_gap(evidence, Facet::kSource); gap.state != EngineState::kOk) return gap;
  const JsonObject* health = find_object(*facet_data(evidence, Facet::kSource), "health");
  const JsonArray* checks = health == nullptr ? nullptr : find_array(*health, "checks");
  std::int64_t passed = 0, made = 0;
  for (std::size_t i = 0; checks != nullptr && i < checks->size(); ++i) {
    const JsonObject* check = (*checks)[i].if_object();
    const auto answer = check == nullptr ? std::nullopt : find_flag(*check, "passed");
    if (!answer) continue;
    ++made;
    passed += *answer ? 1 : 0;
  }
  if (made == 0) return silent("no check of the repository could be made");
  return {EngineState::kOk, {}, passed * 1000 / made};
}

EngineData mfa_data(const Evidence& evidence) {
  const JsonObject* data = facet_data(evidence, Facet::kProvenance);
  const JsonObject* attested = data == nullptr ? nullptr : find_object(*data, "contributors_mfa");
  const auto percent = attested == nullptr ? std::nullopt : find_number(*attested, "percent_tenths");
  if (!percent) return silent("cannot be seen from outside; needs an attestation of the operator");
  if (!find_flag(*attested, "signature_verified").value_or(false))
    return silent("the signature of the attestation was not verified");
  return {EngineState::kOk, {}, *percent};
}

EngineData slsa_data(const Evidence& evidence) {
  if (EngineData gap = facet_gap(evidence, Facet::kProvenance); gap.state != EngineState::kOk) return gap;
  const JsonObject& data = *facet_data(evidence, Facet::kProvenance);
  const States states = states_of(evidence, "attestations");
  if (states.failed && !states.verified) return {EngineState::kOk, {}, 0};
  if (const auto level = find_number(data, "slsa_level"))
    return {EngineState::kOk, {}, std::min<std::int64_t>(*level, 3)};
  if (!states.shown) return silent("the registry does not show attestations");
  if (states.verified || states.unchecked) return silent("an attestation exists and could not be checked");
  if (!released(data)) return silent("no release was seen");
  return {EngineState::kOk, {}, 0};
}

EngineData signature_data(const Evidence& evidence) {
  if (EngineData gap = facet_gap(evidence, Facet::kProvenance); gap.state != EngineState::kOk) return gap;
  const JsonObject& data = *facet_data(evidence, Facet::kProvenance);
  const JsonObject* archive = find_object(data, "archive");
  if (archive != nullptr && find_string(*archive, "integrity") == "differs") return {EngineState::kOk, {}, 0};
  const States states = states_of(evidence, "signatures");
  if (states.verified) return {EngineState::kOk, {}, 1};
  if (states.failed) return {EngineState::kOk, {}, 0};
  if (states.unchecked) return silent("a signature exists and no key was given to check it");
  if (!states.shown) return silent("the registry does not show signatures");
  if (!released(data)) return silent("no release was seen");
  return {EngineState::kOk, {}, 0};
}

EngineData engine_data(const MethodologyRule& engine, const GradeInput& input, bool found, bool whole) {
  const Evidence& evidence = input.evidence;
  // Numbers that are no count of findings come from the evidence alone.
  if (engine.applies == "mfa-attestation") return mfa_data(evidence);
  if (engine.applies == "slsa-level") return slsa_data(evidence);
  if (engine.applies == "signature") return signature_data(evidence);
  if (engine.applies == "health-checks") return health_data(evidence);
  if (!engine.pending.empty()) return silent(engine.pending);
  if (found) return {};
  if (engine.applies == "named-version") return named_data(input);
  if (engine.applies == "advisory-feeds") return dependency_data(evidence);
  if (engine.applies == "checked-languages") return source_code_data(evidence);
  if (engine.applies == "install-hooks") return hooks_data(evidence);
  if (engine.applies == "files-or-packages") return malware_data(evidence);
  if (engine.applies == "verified-secrets") return verified_data(evidence);
  if (engine.applies == "secrets")
    return listed(evidence, Facet::kSource, "secrets", "secrets were not looked for");
  if (engine.applies == "lookalikes")
    return listed(evidence, Facet::kDependencies, "lookalikes", "look-alikes were not looked for");
  if (engine.applies == "licences")
    return listed(evidence, Facet::kSource, "licences", "licences were not looked for");
  for (const Facet facet : kAllFacets) {
    if (((engine.needs >> static_cast<unsigned>(facet)) & 1u) == 0) continue;
    if (EngineData gap = facet_gap(evidence, facet); gap.state != EngineState::kOk) return gap;
  }
  return whole ? EngineData{} : silent("the tool list is missing or cut");
}

}  // namespace mcpjury
