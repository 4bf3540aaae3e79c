// ToolTrust: points by severity, summed. The rules, weights and bands are catalogue data; what stands
// here is what the data cannot say: the two ways to add up a server, and the BLOCK override.
#include <algorithm>
#include <cassert>

#include "grade/grade.h"
#include "grade/rule_findings.h"
#include "grade/subjects.h"

namespace mcpjury {
namespace {

constexpr std::size_t kUsualRules = 4;

struct RuleManner {
  bool each_row = false;           // AS-002: every row is a permission of its own
  bool advisory_severity = false;  // AS-004: the advisory says how bad it is
  bool blocks = false;             // AS-008: critical forces F
};

struct Table {
  RuleIndex index;
  std::vector<RuleManner> manners;

  explicit Table(const Methodology& method) : index(method, catalog().detectors.size()) {
    manners.reserve(method.rules.size());
    for (const MethodologyRule& rule : method.rules) {
      assert(rule.rows.size() <= 64);
      manners.push_back(
          {rule.applies == "each-row", rule.applies == "advisory-severity", rule.id == "AS-008"});
    }
  }
};

const Table& table() {
  static const Table kInstance(methodology("tooltrust"));
  return kInstance;
}

// What counts once: the hits of one rule on one subject or place.
struct Unit {
  std::uint16_t rule = 0;
  std::int32_t tool = -1;  // position in the surface, -1 when tied to no tool
  int points = 0;
  bool blocks = false;
  std::span<const RuleHit> hits;
};

// The finding's severity is the careful reading: a package nobody is known to reach is at most medium. The
// published one knows only the score.
Severity advisory_severity(const Finding& finding, Strictness strictness) {
  if (strictness == Strictness::kPrecise) return finding.severity;
  const bool critical =
      finding.cvss_tenths >= 0 ? finding.cvss_tenths >= 90 : finding.severity == Severity::kCritical;
  return critical ? Severity::kCritical : Severity::kHigh;
}

void weigh(Unit& unit, const GradeInput& input, Strictness strictness) {
  const RuleManner manner = table().manners[unit.rule];
  const auto weights = table().index.methodology().severity_weights;
  const auto weight = [&](Severity severity) { return weights[static_cast<std::size_t>(severity)]; };
  if (manner.each_row) {
    std::uint64_t counted = 0;
    for (const RuleHit& hit : unit.hits) {
      const std::uint64_t bit = std::uint64_t{1} << (hit.row & 63u);
      if ((counted & bit) == 0) unit.points += weight(hit.severity);
      counted |= bit;
    }
    return;
  }
  Severity worst = Severity::kInfo;
  for (const RuleHit& hit : unit.hits) {
    worst =
        std::max(worst, manner.advisory_severity ? advisory_severity(input.findings[hit.finding], strictness)
                                                 : hit.severity);
  }
  unit.points = weight(worst);
  unit.blocks = manner.blocks && worst == Severity::kCritical;
}

void units_of(std::span<const RuleHit> hits, const GradeInput& input, Strictness strictness,
              std::vector<Unit>& units) {
  units.clear();
  units.reserve(hits.size());
  for (std::size_t at = 0; at < hits.size();) {
    Unit unit;
    unit.rule = hits[at].rule;
    unit.hits = same_group(hits, at);
    if (table().index.methodology().rules[unit.rule].per != Per::kServer) {
      unit.tool = tool_position(input.surface, input.findings[hits[at].finding].subject);
    }
    weigh(unit, input, strictness);
    at += unit.hits.size();
    units.push_back(unit);
  }
}

// Units come ordered by rule, so a rule that is already there is the last one.
void add(std::vector<Contribution>& contributions, const Unit& unit) {
  const std::string_view rule = table().index.methodology().rules[unit.rule].id;
  if (contributions.empty()) contributions.reserve(kUsualRules);
  if (contributions.empty() || contributions.back().rule != rule) contributions.push_back({rule, {}, 0});
  Contribution& into = contributions.back();
  into.points += unit.points;
  if (into.findings.empty()) into.findings.reserve(unit.hits.size());
  for (const RuleHit& hit : unit.hits) into.findings.push_back(hit.finding);
}

// Units of one rule come by subject and place; findings are named in their own order.
void order_findings(std::vector<Contribution>& contributions) {
  for (Contribution& contribution : contributions) {
    std::sort(contribution.findings.begin(), contribution.findings.end());
  }
}

const Band& band_of(int score) {
  const auto bands = table().index.methodology().bands;
  std::size_t at = bands.size() - 1;
  while (at > 0 && bands[at].from > score) --at;
  return bands[at];
}

// Never the best mark for what was only partly seen, and no allowance for a server without tools.
void set_grade(ToolTrustResult& result, const GradeInput& input, bool whole) {
  const auto bands = table().index.methodology().bands;
  const Band* band = result.block_override ? &bands.back() : &band_of(result.risk_score);
  if (!whole && band == &bands.front()) band = &bands[1];
  result.grade = band->name.front();
  result.action = band->action;
  if (input.surface.tools.empty() && (result.grade == 'A' || result.grade == 'B')) {
    result.grade = '-';
    result.action = {};
  }
}

// Kept from server to server of a batch: a small server costs fewer allocations.
struct Scratch {
  std::vector<RuleHit> hits;
  std::vector<Unit> units;
};

ToolTrustResult grade_at(const GradeInput& input, Strictness strictness, bool whole, Scratch& scratch) {
  collect_hits(table().index, input, strictness, scratch.hits);
  units_of(scratch.hits, input, strictness, scratch.units);
  const std::vector<Unit>& units = scratch.units;

  ToolTrustResult result;
  result.tools.resize(input.surface.tools.size());
  for (std::size_t i = 0; i < result.tools.size(); ++i) result.tools[i].name = input.surface.tools[i].name;
  for (const Unit& unit : units) {
    result.block_override = result.block_override || unit.blocks;
    if (unit.tool < 0) continue;
    ToolTrustTool& tool = result.tools[static_cast<std::size_t>(unit.tool)];
    tool.risk_score += unit.points;
    add(tool.contributions, unit);
  }

  std::int32_t worst = -1;
  for (std::size_t i = 0; i < result.tools.size(); ++i) {
    ToolTrustTool& tool = result.tools[i];
    tool.grade = band_of(tool.risk_score).name.front();
    order_findings(tool.contributions);
    if (worst < 0 || tool.risk_score > result.tools[static_cast<std::size_t>(worst)].risk_score) {
      worst = static_cast<std::int32_t>(i);
    }
  }
  for (const Unit& unit : units) {
    const bool counted = strictness == Strictness::kPublished || unit.tool < 0 || unit.tool == worst;
    if (!counted) continue;
    result.risk_score += unit.points;
    add(result.contributions, unit);
  }
  order_findings(result.contributions);
  set_grade(result, input, whole);
  return result;
}

}  // namespace

Assessed<ToolTrustResult> grade_tooltrust(const GradeInput& input) {
  Assessed<ToolTrustResult> assessed;
  assessed.version = table().index.methodology().version;
  assessed.reason = incompleteness(input);
  const bool whole = assessed.reason.empty();
  assessed.state = whole ? RunState::kComplete : RunState::kIncomplete;
  static thread_local Scratch scratch;
  assessed.published = grade_at(input, Strictness::kPublished, whole, scratch);
  assessed.precise = grade_at(input, Strictness::kPrecise, whole, scratch);
  // Without a definition and without a finding there is nothing a number could be about.
  if (!input.evidence.seen(Facet::kDefinition) && assessed.published.contributions.empty()) {
    assessed.state = RunState::kNotRun;
  }
  return assessed;
}

}  // namespace mcpjury
