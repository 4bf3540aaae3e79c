// How the catalogue's entries hang together, and their JSON: shared by rules, explain, methodologies.
//
// Pure functions of the linked table; views point to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "catalog/catalog.h"

namespace mcpjury {

struct RuleRef {
  const Methodology* methodology = nullptr;
  const MethodologyRule* rule = nullptr;
};

// The newest version of each methodology, in the order of the catalogue.
std::vector<const Methodology*> newest_methodologies();
// Rules that take findings of the detector.
std::vector<RuleRef> rules_fed_by(const Detector& detector);
// Rules with this published id, letter case aside. More than one methodology may use an id.
std::vector<RuleRef> rules_called(std::string_view id);
// Detectors that feed the rule, each once, in catalogue order.
std::vector<const Detector*> detectors_of(const MethodologyRule& rule);
// Detectors that cite this entry of a taxonomy.
std::vector<const Detector*> detectors_citing(std::string_view id);
// Signals a detector's combos read, each once.
std::vector<std::uint16_t> signals_of(const Detector& detector);
// Every id explain knows.
std::vector<std::string> all_ids();

std::string_view name_of(Scope scope);
std::string_view name_of(Per per);
std::string_view name_of(TextRole role);

Json detector_json(const Detector& detector);
Json methodology_json(const Methodology& methodology);
Json rule_json(const RuleRef& ref);

}  // namespace mcpjury
