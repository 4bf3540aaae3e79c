// MCPAmpel: which of the sixteen engines can answer from this evidence, and what they say. The
// arithmetic is ampel_score's, weights and rules are catalogue data.
#include <algorithm>

#include "grade/ampel_score.h"
#include "grade/grade.h"
#include "grade/rule_findings.h"

namespace mcpjury {
namespace {

struct Table {
  RuleIndex index;
  std::size_t engines = 0;
  explicit Table(const Methodology& method) : index(method, catalog().detectors.size()) {
    for (const MethodologyRule& rule : method.rules) engines += rule.weight > 0 ? 1 : 0;
  }
};

const Table& table() {
  static const Table kInstance(methodology("ampel"));
  return kInstance;
}

// An advisory without a CVSS uses its word.
std::int64_t cvss_tenths(Severity severity) {
  switch (severity) {
    case Severity::kCritical:
      return 90;
    case Severity::kHigh:
      return 70;
    case Severity::kMedium:
      return 40;
    case Severity::kLow:
      return 1;
    case Severity::kInfo:
      break;
  }
  return 0;
}

std::int64_t raw_of(const MethodologyRule& rule, std::span<const RuleHit> hits,
                    const std::vector<Finding>& findings) {
  if (rule.normaliser == "boolean") return hits.empty() ? 1 : 0;
  if (hits.empty()) return 0;
  if (rule.normaliser != "cvss") return std::int64_t{hits.back().group} + 1;
  std::int64_t worst = 0;
  for (const RuleHit& hit : hits) worst = std::max(worst, cvss_tenths(findings[hit.finding].severity));
  return worst;
}

// Why an engine cannot answer; empty when it can. What was found is data even where the rest is
// missing: else a server could silence an engine by sending more than is looked at.
std::string_view silence_of(const MethodologyRule& rule, const GradeInput& input, bool whole, bool found) {
  if (!rule.pending.empty()) return rule.pending;
  if (found) return {};
  for (const Facet facet : kAllFacets) {
    const bool needed = ((rule.needs >> static_cast<unsigned>(facet)) & 1u) != 0;
    if (needed && !input.evidence.seen(facet)) return "what it reads was not seen";
  }
  if (rule.applies == "named-version") {
    const bool named = !input.surface.server_name.empty() && !input.surface.server_version.empty();
    return named ? std::string_view{} : "the server does not say its name and version";
  }
  return whole ? std::string_view{} : "the tool list is missing or cut";
}

AmpelEngine run_engine(const MethodologyRule& rule, std::span<const RuleHit> hits, const GradeInput& input,
                       bool whole) {
  AmpelEngine engine;
  engine.id = rule.id;
  engine.family = rule.category;
  engine.weight_bp = rule.weight;
  engine.normaliser = rule.normaliser;
  const std::string_view silence = silence_of(rule, input, whole, !hits.empty());
  if (!silence.empty()) {
    engine.state = rule.applies == "disabled" ? EngineState::kDisabled : EngineState::kNoData;
    engine.reason = silence;
    return engine;
  }
  engine.state = EngineState::kOk;
  engine.raw = raw_of(rule, hits, input.findings);
  engine.sub_score = ampel_sub_score(rule.normaliser, engine.raw);
  if (!hits.empty()) engine.findings = finding_indices(hits);
  return engine;
}

AmpelResult grade_at(const GradeInput& input, Strictness strictness, bool whole,
                     std::vector<RuleHit>& scratch) {
  collect_hits(table().index, input, strictness, scratch);
  const auto rules = table().index.methodology().rules;
  AmpelResult result;
  result.engines.reserve(table().engines);
  result.contributions.reserve(4);
  std::span<const RuleHit> rest(scratch);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    std::span<const RuleHit> hits;
    if (!rest.empty() && rest.front().rule == i) hits = same_rule(rest, 0);
    rest = rest.subspan(hits.size());
    if (rules[i].weight > 0) {
      result.engines.push_back(run_engine(rules[i], hits, input, whole));
    } else if (!hits.empty()) {
      result.criticals.push_back({rules[i].id, finding_indices(hits)});
    }
  }
  ampel_score(result);
  return result;
}

std::string coverage_reason(const AmpelResult& result) {
  const auto ok = std::count_if(result.engines.begin(), result.engines.end(),
                                [](const AmpelEngine& engine) { return engine.state == EngineState::kOk; });
  std::string reason = std::to_string(ok);
  reason += " of ";
  reason += std::to_string(result.engines.size());
  reason += " engines had data, ";
  reason += std::to_string(result.coverage_bp / 100);
  reason += " % of the weight";
  return reason;
}

}  // namespace

Assessed<AmpelResult> grade_ampel(const GradeInput& input) {
  Assessed<AmpelResult> assessed;
  assessed.version = table().index.methodology().version;
  const bool whole = incompleteness(input).empty();
  static thread_local std::vector<RuleHit> scratch;  // kept from server to server of a batch
  assessed.published = grade_at(input, Strictness::kPublished, whole, scratch);
  assessed.precise = grade_at(input, Strictness::kPrecise, whole, scratch);
  const int coverage = std::max(assessed.published.coverage_bp, assessed.precise.coverage_bp);
  if (coverage == kAmpelFullBp && whole) {
    assessed.state = RunState::kComplete;
  } else if (coverage > 0) {
    assessed.state = RunState::kIncomplete;
    assessed.reason =
        coverage_reason(assessed.precise.coverage_bp == coverage ? assessed.precise : assessed.published);
  } else {
    assessed.reason = "no engine had data";
  }
  return assessed;
}

}  // namespace mcpjury
