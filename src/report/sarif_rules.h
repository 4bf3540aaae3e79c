// Private to report: catalogue entries as SARIF rules.
#pragma once

#include <cstdint>
#include <vector>

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

std::string_view sarif_level(Severity severity);

// The rules one run uses, in the order in which their findings come.
class SarifRules {
 public:
  explicit SarifRules(const ScanReport& report);
  std::size_t index_of(std::uint16_t detector) const { return index_[detector]; }
  JsonArray to_json() const;

 private:
  const ScanReport& report_;
  std::vector<std::size_t> index_;      // by detector
  std::vector<std::uint16_t> used_;     // detectors
  std::vector<Confidence> confidence_;  // the best of each rule's findings
};

}  // namespace mcpjury
