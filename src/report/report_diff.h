// What changed between two reports of one server: findings and marks. Works on the JSON reports, so that
// saved ones of earlier programs can be compared. Pure; total on any JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct FindingChange {
  std::string detector, severity, subject, message;
};

struct MarkChange {
  std::string methodology, before, after;  // "C, risk 25"
};

struct ReportDiff {
  std::vector<FindingChange> appeared, gone, moved;
  std::size_t unchanged = 0;
  std::vector<MarkChange> marks;
  bool evidence_differs = false;
  bool catalog_differs = false;
  std::string catalog_before, catalog_after;
  bool empty() const { return appeared.empty() && gone.empty() && moved.empty() && marks.empty(); }
};

// Findings are the same when their fingerprints are: detector, target, subject, place inside it, words. The
// target is left out when the two reports are of different ones.
ReportDiff compare_reports(const JsonObject& before, const JsonObject& after);

// A saved report, as `-o json` writes it.
bool looks_like_report(const Json& document);

Json report_diff_json(const ReportDiff& diff);
std::string report_diff_text(const ReportDiff& diff, bool color);

}  // namespace mcpjury
