// What the five methodologies make of one set of findings. All numbers are integers.
//
// Every score can be recomputed from its own contributions; docs/methodologies.md gives the five
// formulas and tests/recompute does it from the JSON alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/enums.h"

namespace mcpjury {

// Findings are given by index into the report's list.
struct Contribution {
  std::string_view rule;  // published id; points into the catalogue
  std::vector<std::uint32_t> findings;
  std::int64_t points = 0;
};

// ---- tooltrust: points add up to the risk score.
struct ToolTrustTool {
  std::string name;
  int risk_score = 0;
  char grade = 'A';
  std::vector<Contribution> contributions;
};
struct ToolTrustResult {
  int risk_score = 0;
  char grade = 'A';             // '-' when nothing could be graded
  std::string_view action;      // ALLOW, ALLOW_RATE_LIMITED, REQUIRE_APPROVAL, BLOCK, or empty
  bool block_override = false;  // AS-008 BLOCK forced F
  std::vector<ToolTrustTool> tools;
  std::vector<Contribution> contributions;
};

// ---- agentreserve: points are weights lost; score = half-up 100 * earned / possible.
enum class RuleState : std::uint8_t { kPass, kFail, kNotApplicable, kError };
struct AgentReserveRule {
  std::string_view id;
  std::string_view category;
  Severity severity = Severity::kInfo;  // as it counted; precise lowers a description-only hard fail
  int weight = 0;
  RuleState state = RuleState::kNotApplicable;
  bool hard_fail = false;   // acted as a hard fail
  std::string_view reason;  // why not applicable; static, since most rules have one
  std::vector<std::uint32_t> findings;
};
struct AgentReserveResult {
  std::optional<int> score;
  char grade = '-';
  std::string_view verdict = "unknown";  // block, review, allow, unknown
  std::string verdict_reason;
  std::string_view tier = "definition";     // perimeter, public_handshake, authenticated, definition
  std::string_view level = "none";          // full, partial, minimal, none
  std::string grade_qualified;              // "A (blocked)"; empty without a grade
  std::string_view risk_level = "unknown";  // low, medium, high, critical, unknown
  std::string_view confidence = "low";      // high, medium, low
  std::string_view exposure = "none";       // public, authenticated, local, none
  std::string_view label;                   // what kind of scan this was, in the source's words
  std::string follow_up;                    // of a limited scan: what would show more
  std::string era;                          // legacy, modern, dual; empty when no protocol was spoken
  bool active_probe = false;                // tools were called, at the operator's wish
  int earned = 0;
  int possible = 0;
  std::vector<AgentReserveRule> rules;
  std::vector<Contribution> contributions;
  // The separate pack `ours`; never part of the published score.
  int ours_earned = 0;
  int ours_possible = 0;
  std::optional<int> combined_score;
  std::vector<AgentReserveRule> ours;
};

// ---- ampel: points are weight (basis points) times sub-score (tenths); their sum over coverage_bp,
// half up, is the score in tenths.
enum class EngineState : std::uint8_t { kOk, kNoData, kNotApplicable, kError, kTimeout, kDisabled };
struct AmpelEngine {
  std::string_view id;
  std::string_view family;
  int weight_bp = 0;
  EngineState state = EngineState::kNoData;
  int sub_score = 0;  // tenths, when ok
  std::int64_t raw = 0;
  std::string_view normaliser;
  std::string_view reason;  // why not ok; static, or of the evidence the report holds
  std::vector<std::uint32_t> findings;
};
struct AmpelCritical {
  std::string_view rule;  // CR-01 …
  std::vector<std::uint32_t> findings;
  std::string_view engine;  // whose findings they are; empty when none lists them
  std::string proof;        // what was seen, and how a tool reaches it
};
struct AmpelResult {
  std::optional<int> score;  // tenths
  std::optional<int> score_before_floor;
  int low = 0, high = 100;  // interval, tenths
  int coverage_bp = 0;
  std::string_view light = "grey";
  bool unproven = false;
  std::vector<AmpelEngine> engines;
  std::vector<AmpelCritical> criticals;
  std::vector<Contribution> contributions;
};

// ---- the panel of judges, as AIVSS counts it. Numbers only; who said what stands in the judges facet.
struct PanelTool {
  std::uint32_t tool = 0;     // into surface.tools
  int rule_score = 0;         // tenths, like all of these
  std::optional<int> median;  // none of fewer than three answers
  int merged = 0;
  int spread = 0, deviation = 0;          // of the answers: max - min; mean distance from the median, half up
  std::string_view agreement;             // high, medium, low; empty without a median
  bool needs_review = false;              // low agreement, or a dissenter above 7.0
  bool disagrees = false;                 // the median is 2.0 or more below the rules: for a person to read
  std::vector<std::uint16_t> dissenters;  // judges 2.0 or more away from the median
  std::array<int, 4> votes{};             // safe, caution, risky, dangerous
};
struct Panel {
  std::string_view state = "not_run";  // complete, partial, insufficient, not_run
  int rule_aivss = 0;                  // of the package, without the judges
  std::optional<int> consensus_aivss;  // the worst median
  std::vector<PanelTool> tools;        // those that judges were asked about, in the order of the surface
};

// ---- aivss: points are tenths; the package is the maximum.
struct AivssTool {
  std::string name;  // "(package)" for findings tied to no tool
  int score = 0;     // tenths
  std::string_view severity;
  int finding_count = 0;
  std::int64_t top_finding = -1;
};
struct AivssResult {
  int aivss = 0;  // tenths
  int safety = 100;
  char grade = 'A';
  std::vector<AivssTool> tools;
  std::vector<Contribution> contributions;
  Panel panel;
};

// ---- mcpbundles: security = 100 - sum of points, not below 0.
struct McpBundlesLayer {
  int layer = 1;
  bool ran = true;
  std::string_view why_not;
  int findings = 0;
};
struct McpBundlesResult {
  std::string_view posture = "clean";  // clean, caution, risky, dangerous, unknown
  int security_score = 100;
  int quality_score = 0;
  std::vector<McpBundlesLayer> layers;
  std::vector<Contribution> contributions;
  bool judges_asked = false;    // what follows is known only then
  bool llm_judge_used = false;  // a language model answered in time; embedded judges are none
  std::string_view llm_judge_reason;
};

// One methodology's word in both strictnesses. `overridden` is the chosen strictness without the
// suppressed findings, present only when something is suppressed.
template <class R>
struct Assessed {
  std::string_view version;
  RunState state = RunState::kNotRun;
  std::string reason;
  R published, precise;
  std::optional<R> overridden;

  const R& at(Strictness strictness) const {
    return strictness == Strictness::kPublished ? published : precise;
  }
};

struct Assessments {
  Assessed<AgentReserveResult> agentreserve;
  Assessed<AmpelResult> ampel;
  Assessed<AivssResult> aivss;
  Assessed<McpBundlesResult> mcpbundles;
  Assessed<ToolTrustResult> tooltrust;
};

// Each methodology's word on one scale (allow, caution, stop, unknown), and where the words differ.
struct Disagreement {
  std::string between;                 // "agentreserve/tooltrust"
  std::vector<std::uint32_t> because;  // findings that count in the stricter one only
};
struct Agreement {
  std::vector<std::pair<std::string_view, std::string_view>> verdicts;
  std::vector<Disagreement> differences;
};

}  // namespace mcpjury
