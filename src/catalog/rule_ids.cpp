#include "catalog/rule_ids.h"

#include <algorithm>

#include "catalog/catalog.h"

namespace mcpjury {

std::vector<std::string> all_rule_ids() {
  std::vector<std::string> out;
  for (const Detector& detector : catalog().detectors) out.emplace_back(detector.id);
  for (const Methodology& method : catalog().methodologies) {
    for (const MethodologyRule& rule : method.rules) out.emplace_back(rule.id);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace mcpjury
