// The five methodologies as pure functions of evidence, surface and findings.
//
// One file a methodology. No clock, locale, network, file, random or thread order in here; the same
// input gives the same assessment on any machine.
#pragma once

#include <vector>

#include "model/assessment.h"
#include "model/evidence.h"
#include "model/finding.h"
#include "model/surface.h"
#include "model/tool_facts.h"

namespace mcpjury {

struct GradeInput {
  const Evidence& evidence;
  const Surface& surface;
  const std::vector<ToolFacts>& tools;  // parallel to surface.tools
  const std::vector<Finding>& findings;
  bool leave_out_suppressed = false;  // for the overridden view
};

Assessed<ToolTrustResult> grade_tooltrust(const GradeInput& input);
Assessed<AgentReserveResult> grade_agentreserve(const GradeInput& input);
Assessed<AmpelResult> grade_ampel(const GradeInput& input);
Assessed<AivssResult> grade_aivss(const GradeInput& input);
Assessed<McpBundlesResult> grade_mcpbundles(const GradeInput& input);

// All five; fills `overridden` for the chosen strictness when a finding is suppressed.
Assessments grade_all(const GradeInput& input, Strictness chosen);

// Where the verdicts differ and which findings drive the difference.
Agreement compare_assessments(const Assessments& assessments, Strictness strictness);

// Shared by the engines and tests.
// AIVSS-O in tenths from a vector string "S:T/E:C/I:H/D:S/A:F"; -1 when malformed.
int aivss_tenths(std::string_view vector);
char aivss_grade(int tenths);
std::string_view aivss_band(int tenths);
// A surface no methodology may call whole: no tools, truncated, list failed. Empty when whole.
std::string incompleteness(const GradeInput& input);

}  // namespace mcpjury
