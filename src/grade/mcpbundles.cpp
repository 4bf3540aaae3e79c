// MCPBundles: posture and security score from the distinct rules that fired. Rules, severities and
// weights are catalogue data; what stands here is what the data cannot say.
#include <algorithm>
#include <iterator>

#include "grade/grade.h"
#include "grade/mcpbundles_quality.h"
#include "grade/rule_findings.h"
#include "grade/subjects.h"
#include "model/consensus.h"

namespace mcpjury {
namespace {

struct Table {
  RuleIndex index;
  std::uint16_t prose = kNoRule, schema = kNoRule, names = kNoRule;
  std::size_t odd_name = 0;  // detector

  explicit Table(const Methodology& method) : index(method, catalog().detectors.size()) {
    for (std::size_t i = 0; i < method.rules.size(); ++i) {
      if (method.rules[i].id == "E001") prose = static_cast<std::uint16_t>(i);
      if (method.rules[i].id == "SAFE-T1501") schema = static_cast<std::uint16_t>(i);
      if (method.rules[i].id == "MCPB-I001") names = static_cast<std::uint16_t>(i);
    }
    const Detector* odd = find_detector("odd-tool-name");
    odd_name = odd != nullptr ? index_of(*odd) : catalog().detectors.size();
  }
};

const Table& table() {
  static const Table kInstance(methodology("mcpbundles"));
  return kInstance;
}

bool allowed_in_names(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:").find(c) != std::string_view::npos;
}

// The detector asks for more than this methodology does: a leading digit, a slash or a long name is
// odd there and allowed here.
bool allowed_name(const GradeInput& input, const RuleHit& hit) {
  const Finding& finding = input.findings[hit.finding];
  if (hit.rule != table().names || finding.detector != table().odd_name) return false;
  const std::int32_t at = tool_position(input.surface, finding.subject);
  const std::string_view name = at < 0 ? std::string_view(finding.subject.name)
                                       : input.surface.tools[static_cast<std::size_t>(at)].name;
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed_in_names);
}

std::string_view posture_of(Severity worst, bool whole) {
  const auto bands = table().index.methodology().bands;
  std::size_t at = bands.size() - 1;
  while (at > 0 && bands[at].from > static_cast<int>(worst)) --at;
  // What was not seen whole is never called clean.
  return at == 0 && !whole ? std::string_view("unknown") : bands[at].name;
}

bool is_judged(const GradeInput& input, const RuleHit& hit) {
  return catalog().detectors[input.findings[hit.finding].detector].code == "layer_two";
}

// What rules of layer 2 find without a judge is deterministic, and so of layer 1.
void put_layers(const GradeInput& input, const JudgeView& judges, const std::vector<RuleHit>& hits,
                McpBundlesResult& result) {
  std::vector<RuleHit> spoken;
  if (judges.data != nullptr) {
    std::copy_if(hits.begin(), hits.end(), std::back_inserter(spoken),
                 [&](const RuleHit& hit) { return is_judged(input, hit); });
  }
  const int by_judges = static_cast<int>(finding_indices(spoken).size());
  std::vector<RuleHit> here, across;  // a name may count on its own and against the directory
  for (const RuleHit& hit : hits) {
    (table().index.methodology().rules[hit.rule].layer == 3 ? across : here).push_back(hit);
  }
  result.layers.reserve(3);
  result.layers.push_back({1, true, {}, static_cast<int>(finding_indices(here).size()) - by_judges});
  McpBundlesLayer& judged = result.layers.emplace_back();
  judged = {2, false, "judges were not asked for", by_judges};
  if (judges.data != nullptr) {
    std::size_t embedded = 0;
    bool named = false;
    result.judges_asked = true;
    result.llm_judge_reason = "no language model was named; embedded judges are none";
    for (const JudgeSeat& seat : judges.judges) {
      if (!seat.is_model) {
        embedded += seat.answered > 0 ? 1 : 0;
        continue;
      }
      if (seat.in_time && seat.answered > 0) result.llm_judge_used = true;
      if (!named) result.llm_judge_reason = seat.late_because.empty() ? "no answer" : seat.late_because;
      named = true;
    }
    if (result.llm_judge_used) result.llm_judge_reason = {};
    judged.ran = result.llm_judge_used || embedded >= kFewestAnswers;
    judged.why_not = judged.ran ? std::string_view() : "too few judges answered";
  }
  const bool compared = input.evidence.seen(Facet::kFingerprints),
             earlier = input.evidence.seen(Facet::kPriorSurface);
  result.layers.push_back({3, compared || earlier,
                           compared  ? std::string_view()
                           : earlier ? "compared with its own past only, not with other servers"
                                     : "no stored directory",
                           static_cast<int>(finding_indices(across).size())});
}

McpBundlesResult grade_at(const GradeInput& input, const JudgeView& judges, Strictness strictness, bool whole,
                          int quality, std::vector<RuleHit>& scratch) {
  collect_hits(table().index, input, strictness, scratch);
  divide_by_place(table().index, input, table().prose, table().schema, scratch);
  scratch.erase(std::remove_if(scratch.begin(), scratch.end(),
                               [&](const RuleHit& hit) { return allowed_name(input, hit); }),
                scratch.end());

  const Methodology& method = table().index.methodology();
  McpBundlesResult result;
  result.quality_score = quality;
  Severity worst = Severity::kInfo;
  std::int64_t lost = 0;
  for (std::size_t at = 0; at < scratch.size();) {
    const std::span<const RuleHit> hits = same_rule(scratch, at);
    const Severity severity = worst_severity(hits);
    const int points = method.severity_weights[static_cast<std::size_t>(severity)];
    result.contributions.push_back({method.rules[hits.front().rule].id, finding_indices(hits), points});
    lost += points;
    worst = std::max(worst, severity);
    at += hits.size();
  }
  result.posture = posture_of(worst, whole);
  result.security_score = static_cast<int>(std::max<std::int64_t>(0, 100 - lost));
  put_layers(input, judges, scratch, result);
  return result;
}

McpBundlesResult nothing_seen() {
  McpBundlesResult result;
  result.posture = "unknown";
  result.security_score = 0;
  for (const int layer : {1, 2, 3}) result.layers.push_back({layer, false, "nothing to look at", 0});
  return result;
}

}  // namespace

Assessed<McpBundlesResult> grade_mcpbundles(const GradeInput& input) {
  Assessed<McpBundlesResult> assessed;
  assessed.version = table().index.methodology().version;
  assessed.reason = incompleteness(input);
  if (!input.evidence.seen(Facet::kDefinition)) {
    assessed.state = RunState::kNotRun;
    assessed.published = assessed.precise = nothing_seen();
    return assessed;
  }
  const bool whole = assessed.reason.empty();
  assessed.state = whole ? RunState::kComplete : RunState::kIncomplete;
  const int quality = mcpbundles_quality(input);
  const JudgeView judges = judge_view(input.evidence, input.surface);
  std::vector<RuleHit> scratch;
  assessed.published = grade_at(input, judges, Strictness::kPublished, whole, quality, scratch);
  assessed.precise = grade_at(input, judges, Strictness::kPrecise, whole, quality, scratch);
  // Nothing wrong with nothing is no mark.
  if (input.surface.tools.empty() && assessed.published.contributions.empty()) {
    assessed.state = RunState::kNotRun;
    assessed.published = assessed.precise = nothing_seen();
  }
  return assessed;
}

}  // namespace mcpjury
