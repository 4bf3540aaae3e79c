// The catalogue that judges: rules, detectors, engines, methodologies. Made once, it never changes.
#include <boost/json/serialize.hpp>
#include <map>

#include "base/ascii.h"
#include "report/catalog_views.h"
#include "serve/api_scans.h"

namespace mcpjury {
namespace {

Json one_rule(const RuleRef& ref) { return rule_json(ref); }

const std::string& all_rules() {
  static const std::string kText = [] {
    JsonArray out;
    for (const Methodology* methodology : newest_methodologies()) {
      for (const MethodologyRule& rule : methodology->rules) out.push_back(one_rule({methodology, &rule}));
    }
    return boost::json::serialize(out);
  }();
  return kText;
}

const std::string& all_detectors() {
  static const std::string kText = [] {
    JsonArray out;
    for (const Detector& detector : catalog().detectors) {
      // Examples and patterns are on the page of the detector.
      JsonObject entry = detector_json(detector).get_object();
      for (const std::string_view member : {"fires", "quiet", "signals", "combos"}) entry.erase(member);
      out.push_back(std::move(entry));
    }
    return boost::json::serialize(out);
  }();
  return kText;
}

const std::string& all_methodologies() {
  static const std::string kText = [] {
    JsonArray out;
    for (const Methodology* newest : newest_methodologies()) {
      JsonObject entry = methodology_json(*newest).get_object();
      JsonArray versions;
      for (const Methodology& one : catalog().methodologies) {
        if (one.id == newest->id) versions.push_back(Json(one.version));
      }
      entry["versions"] = std::move(versions);
      out.push_back(std::move(entry));
    }
    return boost::json::serialize(out);
  }();
  return kText;
}

const std::string& all_engines() {
  static const std::string kText = [] {
    JsonArray out;
    for (const Methodology* methodology : newest_methodologies()) {
      if (methodology->id != "ampel") continue;
      for (const MethodologyRule& rule : methodology->rules) {
        if (rule.normaliser.empty()) continue;  // rules that floor or void the score, no engines
        JsonObject entry = one_rule({methodology, &rule}).get_object();
        entry["normaliser"] = rule.normaliser;
        entry["family"] = rule.category;
        out.push_back(std::move(entry));
      }
    }
    return boost::json::serialize(out);
  }();
  return kText;
}

}  // namespace

HttpdResponse list_rules(ApiCall& call) { return text_data_answer(call, all_rules()); }
HttpdResponse list_detectors(ApiCall& call) { return text_data_answer(call, all_detectors()); }
HttpdResponse list_engines(ApiCall& call) { return text_data_answer(call, all_engines()); }
HttpdResponse list_methodologies(ApiCall& call) { return text_data_answer(call, all_methodologies()); }

HttpdResponse get_detector(ApiCall& call) {
  for (const Detector& detector : catalog().detectors) {
    if (detector.id == call.values[0]) return data_answer(call, detector_json(detector));
  }
  return not_found(call, "there is no detector of this id");
}

// Published ids, which several methodologies may use, and detectors: whatever `mcpjury explain` knows.
HttpdResponse get_rule(ApiCall& call) {
  JsonArray rules;
  JsonArray detectors;
  for (const RuleRef& ref : rules_called(call.values[0])) {
    rules.push_back(one_rule(ref));
    for (const Detector* detector : detectors_of(*ref.rule)) detectors.push_back(detector_json(*detector));
  }
  for (const Detector& detector : catalog().detectors) {
    if (!ascii::equal_ignoring_case(detector.id, call.values[0])) continue;
    detectors.push_back(detector_json(detector));
    for (const RuleRef& ref : rules_fed_by(detector)) rules.push_back(one_rule(ref));
  }
  if (rules.empty() && detectors.empty()) return not_found(call, "there is no rule of this id");
  return data_answer(
      call,
      JsonObject{{"id", call.values[0]}, {"rules", std::move(rules)}, {"detectors", std::move(detectors)}});
}

HttpdResponse get_methodology(ApiCall& call) {
  const Methodology* found = nullptr;
  JsonArray versions;
  const std::string_view wanted = call.word("version");
  for (const Methodology& one : catalog().methodologies) {
    if (one.id != call.values[0]) continue;
    versions.push_back(Json(one.version));
    if (!wanted.empty() && one.version == wanted) found = &one;
  }
  if (wanted.empty()) {
    for (const Methodology* one : newest_methodologies()) {
      if (one->id == call.values[0]) found = one;
    }
  }
  if (found == nullptr) return not_found(call, "there is no methodology of this id and version");
  JsonObject data = methodology_json(*found).get_object();
  data["versions"] = std::move(versions);
  return data_answer(call, std::move(data));
}

}  // namespace mcpjury
