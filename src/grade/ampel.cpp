// MCPAmpel: which of the sixteen engines can answer from this evidence, and what they say. The
// arithmetic is ampel_score's, weights and rules are catalogue data.
#include <algorithm>

#include "grade/ampel_evidence.h"
#include "grade/ampel_score.h"
#include "grade/grade.h"
#include "grade/rule_findings.h"

namespace mcpjury {
namespace {

struct AmpelTable {
  RuleIndex index;
  std::size_t engines = 0;
  explicit AmpelTable(const Methodology& method) : index(method, catalog().detectors.size()) {
    for (const MethodologyRule& rule : method.rules) engines += rule.weight > 0 ? 1 : 0;
  }
};

const AmpelTable& ampel_table() {
  static const AmpelTable kInstance(methodology("ampel"));
  return kInstance;
}

// The score of the advisory, or the word where there is none: of a source finding, or of an advisory without.
std::int64_t cvss_tenths(const Finding& finding) {
  if (finding.cvss_tenths >= 0) return finding.cvss_tenths;
  constexpr std::int64_t kByWord[] = {0, 1, 40, 70, 90};
  return kByWord[static_cast<std::size_t>(finding.severity)];
}

std::int64_t raw_of(const MethodologyRule& rule, std::span<const RuleHit> hits,
                    const std::vector<Finding>& findings) {
  if (rule.normaliser == "boolean") return hits.empty() ? 1 : 0;
  if (hits.empty()) return 0;
  if (rule.normaliser != "cvss") return std::int64_t{hits.back().group} + 1;
  std::int64_t worst = 0;
  for (const RuleHit& hit : hits) worst = std::max(worst, cvss_tenths(findings[hit.finding]));
  return worst;
}

AmpelEngine run_engine(const MethodologyRule& rule, std::span<const RuleHit> hits, const GradeInput& input,
                       bool whole) {
  AmpelEngine engine;
  engine.id = rule.id;
  engine.family = rule.category;
  engine.weight_bp = rule.weight;
  engine.normaliser = rule.normaliser;
  const EngineData data = engine_data(rule, input, !hits.empty(), whole);
  engine.state = data.state;
  if (data.state != EngineState::kOk) {
    engine.reason = data.reason;
    return engine;
  }
  engine.raw = data.raw ? *data.raw : raw_of(rule, hits, input.findings);
  engine.sub_score = ampel_sub_score(rule.normaliser, engine.raw);
  if (!hits.empty()) engine.findings = finding_indices(hits);
  return engine;
}

// What proves a critical finding: the quoted evidence, or its message, and the engine that saw it.
AmpelCritical critical_of(const MethodologyRule& rule, std::span<const RuleHit> hits, const GradeInput& input,
                          const std::vector<AmpelEngine>& engines) {
  AmpelCritical critical{rule.id, finding_indices(hits), {}, {}};
  const std::uint32_t first = critical.findings.front();
  const Finding& finding = input.findings[first];
  critical.proof = finding.message;
  if (!finding.evidence.empty()) {
    critical.proof += critical.proof.empty() ? "" : " ";
    critical.proof += finding.evidence;
  }
  for (const AmpelEngine& engine : engines) {
    if (!std::binary_search(engine.findings.begin(), engine.findings.end(), first)) continue;
    critical.engine = engine.id;
    break;
  }
  return critical;
}

AmpelResult grade_at(const GradeInput& input, Strictness strictness, bool whole,
                     std::vector<RuleHit>& scratch) {
  collect_hits(ampel_table().index, input, strictness, scratch);
  const auto rules = ampel_table().index.methodology().rules;
  AmpelResult result;
  result.engines.reserve(ampel_table().engines);
  result.contributions.reserve(4);
  std::span<const RuleHit> rest(scratch);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    std::span<const RuleHit> hits;
    if (!rest.empty() && rest.front().rule == i) hits = same_rule(rest, 0);
    rest = rest.subspan(hits.size());
    if (rules[i].weight > 0) {
      result.engines.push_back(run_engine(rules[i], hits, input, whole));
    } else if (!hits.empty()) {
      result.criticals.push_back(critical_of(rules[i], hits, input, result.engines));
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
  assessed.version = ampel_table().index.methodology().version;
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
