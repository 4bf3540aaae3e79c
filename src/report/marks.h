// For the formats and the faces: what a methodology says, in the few words every format shows.
//
// The marks stand on the methodology's own scale and are never converted into one another.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace mcpjury {

struct Mark {
  std::string says;   // "C review", "amber", "dangerous", "D block"
  std::string score;  // "trust 75/100", "risk 25", "no score"
  std::string state;  // complete, incomplete, "not run", "29% seen"
  std::string step;   // the entry of `scale_of` it stands on; empty when none was given
  bool operator==(const Mark& other) const { return says == other.says && score == other.score; }
};

Mark mark_of(const AgentReserveResult& result);
Mark mark_of(const AmpelResult& result);
Mark mark_of(const AivssResult& result);
Mark mark_of(const McpBundlesResult& result);
Mark mark_of(const ToolTrustResult& result);

template <class R>
Mark mark_of(const Assessed<R>& assessed, const R& result) {
  if (assessed.state == RunState::kNotRun) return {"unknown", "no score", "not run", ""};
  Mark mark = mark_of(result);
  if (mark.state.empty()) mark.state = name_of(assessed.state);
  return mark;
}

// The rule or engine that moved the score most; empty when none did.
std::string driver_of(const AgentReserveResult& result);
std::string driver_of(const AmpelResult& result);
std::string driver_of(const AivssResult& result);
std::string driver_of(const McpBundlesResult& result);
std::string driver_of(const ToolTrustResult& result);

// Every mark a methodology can give, the best first.
std::span<const std::string_view> scale_of(std::string_view methodology);

// One line of the table of the five.
struct GradeRow {
  std::string_view id, version;
  std::string_view title;  // as its authors call it
  std::string_view word;   // stop, caution, allow, unknown
  Mark mark;
  std::string driver;
  RunState state = RunState::kNotRun;
  std::string_view reason;  // of the state
};
std::vector<GradeRow> grade_rows(const ScanReport& report, const RenderOptions& options);

// stop, caution, allow or unknown: what the methodology says on the one scale that all share.
std::string_view word_of(const ScanReport& report, std::string_view methodology);

}  // namespace mcpjury
