// How the findings of a report stand to those of an older one. A plain value; report/baseline.h makes it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mcpjury {

// A finding of the older report that the new one does not have.
struct FixedFinding {
  std::string detector, kind, severity, subject_type, subject, message, fingerprint;
  bool in_precise = true;  // counted precisely, too
};

struct BaselineComparison {
  std::string observed_at;                        // of the older report
  bool known = true;                              // false: the target is not in it, and everything is new
  std::uint64_t new_findings = 0, unchanged = 0;  // of those that count and are not suppressed
  std::vector<FixedFinding> fixed;
  std::map<std::string, std::string, std::less<>> marks;  // of the older report: "tooltrust.grade" -> "D"
};

}  // namespace mcpjury
