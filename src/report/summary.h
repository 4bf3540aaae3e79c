// For the formats and the faces: what several of them say of a whole report.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace mcpjury {

// The name the server gives itself, else what was scanned. Not escaped.
std::string title_of(const ScanReport& report);

// Which program and catalogue made it: this one, or the one that wrote a saved report.
MadeBy made_by(const ScanReport& report);

struct FindingCounts {
  std::array<std::array<std::size_t, 5>, 4> by_kind_and_severity{};  // what counts and is not suppressed
  std::array<std::size_t, 5> by_severity{};
  std::size_t counted = 0;
  std::size_t not_counted = 0;  // does not count in the chosen strictness
  std::size_t suppressed = 0;
};
FindingCounts count_findings(const ScanReport& report);

// Counts in the chosen strictness and nobody suppressed it.
inline bool is_open(const ScanReport& report, const Finding& finding) {
  return finding.counts_in(report.strictness) && !finding.suppressed;
}

// " (until 2027-06-30, ops: the reason)", or nothing when it is not known why. Not escaped.
std::string suppressed_because(const ScanReport& report, const Finding& finding);

// "file:line", "file" or nothing. Not escaped.
std::string file_place(const ScanReport& report, const Finding& finding);
// "tool get_forecast". Not escaped.
std::string subject_text(const Finding& finding);
// The sentence of the finding, else the title of its detector. Not escaped.
std::string_view sentence_of(const Finding& finding);

// What was not, or not wholly, seen: one sentence each. Not escaped.
std::vector<std::string> unseen_parts(const ScanReport& report);

// What suppressions that expired and the baseline mean for this report: one sentence each. Not escaped.
std::vector<std::string> decision_lines(const ScanReport& report);

// "tier definition, level minimal"
std::string coverage_text(const ScanReport& report);

}  // namespace mcpjury
