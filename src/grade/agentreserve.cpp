// AgentReserve: which rules passed, failed or could not be decided. Rules, weights and severities are
// catalogue data; the arithmetic is in agentreserve_score.
#include <algorithm>
#include <cassert>

#include "grade/agentreserve_applies.h"
#include "grade/agentreserve_coverage.h"
#include "grade/agentreserve_score.h"
#include "grade/grade.h"
#include "grade/rule_findings.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

// What is known of the rules before any server: built once. The published rules stand before pack ours,
// so a rule's place in its own list follows from its number.
struct Table {
  RuleIndex index;
  std::vector<RuleGate> gates;                 // by rule
  std::vector<AgentReserveRule> passed, ours;  // every rule as if it had passed
  std::uint16_t tools_listed, walked, consistent, declared, manipulation, schema_injection, markup, published;

  explicit Table(const Methodology& method) : index(method, catalog().detectors.size()) {
    for (const MethodologyRule& rule : method.rules) {
      assert(ours.empty() || !rule.pack.empty());
      gates.emplace_back(rule);
      AgentReserveRule& made = (rule.pack.empty() ? passed : ours).emplace_back();
      made.id = rule.id;
      made.category = rule.category;
      made.severity = rule.severity;
      made.weight = rule.weight;
      made.state = RuleState::kPass;
    }
    tools_listed = rule_at("mcp_tools_list_succeeded");
    walked = rule_at("probe_walked_full_tool_surface");
    consistent = rule_at("tool_annotations_consistent");
    declared = rule_at("destructive_tools_declare_destructive_hint");
    manipulation = rule_at("no_tool_description_manipulation");
    schema_injection = rule_at("no_schema_field_instruction_injection");
    markup = rule_at("no_description_injection");
    published = rule_at("serverInfo_advertises_current_published_version");
  }

  std::uint16_t rule_at(std::string_view id) const {
    const auto rules = index.methodology().rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (rules[i].id == id) return static_cast<std::uint16_t>(i);
    }
    return kNoRule;
  }
};

const Table& table() {
  static const Table kInstance(methodology("agentreserve"));
  return kInstance;
}

AgentReserveRule& rule_in(AgentReserveResult& result, std::size_t rule) {
  const std::size_t published = result.rules.size();
  return rule < published ? result.rules[rule] : result.ours[rule - published];
}

void not_applicable(AgentReserveRule& rule, std::string_view reason) {
  rule.state = RuleState::kNotApplicable;
  rule.reason = reason;
}

// Two rules no detector states: they are about the reading, not about what was read.
void decide_in_code(const GradeInput& input, AgentReserveResult& result) {
  const Surface& surface = input.surface;
  if (table().tools_listed != kNoRule) {
    AgentReserveRule& listed = rule_in(result, table().tools_listed);
    if (listed.state == RuleState::kPass && !surface.tools_listed) listed.state = RuleState::kFail;
  }
  if (table().walked != kNoRule) {
    AgentReserveRule& walked = rule_in(result, table().walked);
    if (walked.state != RuleState::kPass) return;
    const ProtocolView protocol = protocol_view(input.evidence);
    const JsonObject* walk = protocol.list("tools");
    const bool cut = walk != nullptr && (find_flag(*walk, "cap_hit").value_or(false) ||
                                         find_string(*walk, "state") == "partial");
    if (surface.truncated || cut) {
      walked.state = RuleState::kFail;
    } else if (walk == nullptr) {
      not_applicable(walked, "no paging was observed");
    }
  }
}

// A version that says nothing about the build is compared as published, and not at all in precise.
void leave_out_constant_version(const GradeInput& input, AgentReserveResult& precise) {
  if (table().published == kNoRule) return;
  AgentReserveRule& rule = rule_in(precise, table().published);
  if (rule.state != RuleState::kPass) return;
  const KnownServer* known = find_known_server(input.surface.server_name);
  if (known != nullptr && known->version != StatedVersion::kPackage)
    not_applicable(rule, "this server states a constant, or the version of its library");
}

// Every rule as passed or not applicable: the same in both strictnesses, before any finding.
AgentReserveResult rules_before_findings(const GradeInput& input, const AgentReserveCoverage& coverage) {
  const Applicability applicability(input, coverage);
  const Table& known = table();
  AgentReserveResult result;
  result.rules = known.passed;
  result.ours = known.ours;
  for (std::size_t i = 0; i < known.gates.size(); ++i) {
    const std::string_view why_not = applicability.why_not(known.gates[i]);
    if (!why_not.empty()) not_applicable(rule_in(result, i), why_not);
  }
  decide_in_code(input, result);
  return result;
}

// A tool whose annotations already contradict is not counted again for a missing hint.
void skip_tools_already_failing(const GradeInput& input, std::vector<RuleHit>& hits) {
  const Table& known = table();
  std::vector<std::int32_t> failing;
  for (const RuleHit& hit : hits) {
    if (hit.rule == known.consistent) failing.push_back(input.findings[hit.finding].subject.index);
  }
  if (failing.empty()) return;
  std::sort(failing.begin(), failing.end());
  const auto counted_already = [&](const RuleHit& hit) {
    return hit.rule == known.declared &&
           std::binary_search(failing.begin(), failing.end(), input.findings[hit.finding].subject.index);
  };
  hits.erase(std::remove_if(hits.begin(), hits.end(), counted_already), hits.end());
}

void fail(const GradeInput& input, Strictness strictness, std::span<const RuleHit> hits,
          AgentReserveRule& rule) {
  rule.state = RuleState::kFail;
  rule.findings = finding_indices(hits);
  rule.severity = worst_severity(hits);
  rule.hard_fail = table().index.methodology().rules[hits.front().rule].hard_fail;
  if (!rule.hard_fail || strictness == Strictness::kPublished) return;
  // Words that stand only in prose are too weak for a block.
  const bool prose_only = std::all_of(hits.begin(), hits.end(), [&](const RuleHit& hit) {
    return input.findings[hit.finding].in_description_only;
  });
  if (!prose_only) return;
  rule.hard_fail = false;
  rule.severity = std::min(rule.severity, Severity::kHigh);
}

void apply_findings(const GradeInput& input, Strictness strictness, std::vector<RuleHit>& scratch,
                    AgentReserveResult& result) {
  collect_hits(table().index, input, strictness, scratch);
  if (scratch.empty()) return;
  divide_by_place(table().index, input, table().manipulation, table().schema_injection, scratch);
  divide_by_place(table().index, input, table().markup, kNoRule, scratch);
  skip_tools_already_failing(input, scratch);
  for (std::size_t at = 0; at < scratch.size();) {
    const std::span<const RuleHit> hits = same_rule(scratch, at);
    AgentReserveRule& rule = rule_in(result, hits.front().rule);
    if (rule.state == RuleState::kPass) fail(input, strictness, hits, rule);
    at += hits.size();
  }
}

}  // namespace

Assessed<AgentReserveResult> grade_agentreserve(const GradeInput& input) {
  Assessed<AgentReserveResult> assessed;
  assessed.version = table().index.methodology().version;
  assessed.reason = incompleteness(input);
  const AgentReserveCoverage coverage = agentreserve_coverage(input);
  if (!coverage.proven && !input.evidence.seen(Facet::kDefinition)) {
    assessed.state = RunState::kNotRun;
    score_agentreserve(coverage, assessed.reason, assessed.published);
    assessed.precise = assessed.published;
    return assessed;
  }
  assessed.state = assessed.reason.empty() ? RunState::kComplete : RunState::kIncomplete;
  assessed.published = rules_before_findings(input, coverage);
  assessed.precise = assessed.published;
  leave_out_constant_version(input, assessed.precise);
  std::vector<RuleHit> scratch;
  for (const Strictness strictness : {Strictness::kPublished, Strictness::kPrecise}) {
    AgentReserveResult& result = strictness == Strictness::kPublished ? assessed.published : assessed.precise;
    apply_findings(input, strictness, scratch, result);
    score_agentreserve(coverage, assessed.reason, result);
  }
  return assessed;
}

}  // namespace mcpjury
