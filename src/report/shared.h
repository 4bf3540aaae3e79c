// For the formats and the faces: small facts that more than one needs.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "catalog/catalog.h"
#include "report/report.h"

namespace mcpjury {

// Total: an index that is not in the catalogue gives an empty entry.
inline const Detector& detector_of(const Finding& finding) {
  static const Detector kNone;
  const auto detectors = catalog().detectors;
  return finding.detector < detectors.size() ? detectors[finding.detector] : kNone;
}

inline bool is_chosen(const RenderOptions& options, std::string_view methodology) {
  const auto& list = options.methodologies;
  return list.empty() || std::find(list.begin(), list.end(), methodology) != list.end();
}

// "agentreserve/tooltrust": both must be chosen.
inline bool is_chosen_pair(const RenderOptions& options, std::string_view between) {
  const std::size_t slash = between.find('/');
  if (slash == std::string_view::npos) return is_chosen(options, between);
  return is_chosen(options, between.substr(0, slash)) && is_chosen(options, between.substr(slash + 1));
}

// legacy, modern, dual, unknown; empty when the protocol was not seen.
inline std::string_view era_of(const ScanReport& report) {
  const JsonObject* data = report.evidence.facet(Facet::kProtocol).data.if_object();
  return data == nullptr ? std::string_view{} : find_string(*data, "era");
}

inline std::string_view name_of(RuleState state) {
  constexpr std::string_view kNames[] = {"pass", "fail", "not_applicable", "error"};
  return kNames[static_cast<std::size_t>(state)];
}

inline std::string_view name_of(EngineState state) {
  constexpr std::string_view kNames[] = {"ok", "no_data", "not_applicable", "error", "timeout", "disabled"};
  return kNames[static_cast<std::size_t>(state)];
}

}  // namespace mcpjury
