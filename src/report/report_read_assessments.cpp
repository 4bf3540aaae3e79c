// The five assessments of a saved report: the inverse of assessment_json.cpp and numbers.h.
#include <algorithm>
#include <limits>

#include "report/numbers.h"
#include "report/report_read_parts.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

int small(std::int64_t number) {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(number, -kMost, kMost));
}
int small_at(const JsonObject& object, std::string_view key) { return small(integer_at(object, key)); }

char letter_at(const JsonObject& object) {
  const std::string_view letter = find_string(object, "grade");
  return letter.size() == 1 ? letter[0] : '-';
}

std::optional<int> optional_at(const JsonObject& object, std::string_view key) {
  if (!has_number(object, key)) return std::nullopt;
  return small_at(object, key);
}

std::optional<int> optional_tenths(const JsonObject& object, std::string_view key) {
  if (!has_number(object, key)) return std::nullopt;
  return small(tenths_at(object, key));
}

void read_numbers(const JsonObject& from, AgentReserveResult& out) {
  out.score = optional_at(from, "score");
  out.grade = letter_at(from);
  out.verdict = find_string(from, "verdict");
  out.verdict_reason = find_string(from, "verdict_reason");
  out.tier = find_string(from, "tier");
  out.level = find_string(from, "level");
  out.earned = small_at(from, "earned");
  out.possible = small_at(from, "possible");
  out.combined_score = optional_at(from, "combined_score");
}

void read_numbers(const JsonObject& from, AmpelResult& out) {
  out.score = optional_tenths(from, "score");
  out.light = find_string(from, "light");
  out.unproven = flag_at(from, "unproven");
  out.coverage_bp = small_at(from, "coverage_bp");
  out.score_before_floor = optional_tenths(from, "score_before_floor");
  if (const JsonArray* interval = find_array(from, "interval");
      interval != nullptr && interval->size() == 2) {
    out.low = small(tenths_at(JsonObject{{"at", (*interval)[0]}}, "at"));
    out.high = small(tenths_at(JsonObject{{"at", (*interval)[1]}}, "at"));
  }
}

void read_numbers(const JsonObject& from, AivssResult& out) {
  out.aivss = small(tenths_at(from, "aivss_score"));
  out.safety = small_at(from, "safety_score");
  out.grade = letter_at(from);
}

void read_numbers(const JsonObject& from, McpBundlesResult& out) {
  out.posture = find_string(from, "posture");
  out.security_score = small_at(from, "security_score");
  out.quality_score = small_at(from, "quality_score");
}

void read_numbers(const JsonObject& from, ToolTrustResult& out) {
  out.risk_score = small_at(from, "risk_score");
  out.grade = letter_at(from);
  out.action = find_string(from, "action");
  out.block_override = flag_at(from, "block_override");
}

template <class Visit>
void for_each_object(const JsonObject& from, std::string_view key, const Visit& visit) {
  const JsonArray* list = find_array(from, key);
  if (list == nullptr) return;
  for (const Json& entry : *list) {
    if (const JsonObject* object = entry.if_object()) visit(*object);
  }
}

template <class State>
State state_named(std::string_view name, State none, int count) {
  for (int i = 0; i < count; ++i) {
    if (name_of(static_cast<State>(i)) == name) return static_cast<State>(i);
  }
  return none;
}

}  // namespace

std::vector<Contribution> ReportReader::contributions_of(const JsonObject& object, int scale) {
  std::vector<Contribution> out;
  for_each_object(object, "contributions", [&](const JsonObject& from) {
    out.push_back({find_string(from, "rule"), findings_of(from, "finding_ids"),
                   scale == 10 ? tenths_at(from, "points") : integer_at(from, "points")});
  });
  return out;
}

std::vector<AgentReserveRule> ReportReader::rules_of(const JsonObject& object) {
  std::vector<AgentReserveRule> out;
  for_each_object(object, "rules", [&](const JsonObject& from) {
    AgentReserveRule& rule = out.emplace_back();
    rule.id = find_string(from, "id");
    rule.category = find_string(from, "category");
    rule.severity = severity_from(find_string(from, "severity")).value_or(Severity::kInfo);
    rule.weight = small_at(from, "weight");
    rule.state = state_named(find_string(from, "state"), RuleState::kError, 4);
    rule.hard_fail = flag_at(from, "hard_fail");
    rule.reason = find_string(from, "reason");
    rule.findings = findings_of(from, "finding_ids");
  });
  return out;
}

void ReportReader::details(const JsonObject& object, AgentReserveResult& out) {
  out.grade_qualified = find_string(object, "grade_qualified");
  out.risk_level = find_string(object, "risk_level");
  out.confidence = find_string(object, "confidence");
  out.exposure = find_string(object, "exposure");
  out.label = find_string(object, "label");
  out.era = find_string(object, "era");
  out.active_probe = flag_at(object, "active_probe");
  out.follow_up = find_string(object, "follow_up");
  out.rules = rules_of(object);
  if (const JsonObject* ours = find_object(object, "ours")) {
    out.ours_earned = small_at(*ours, "earned");
    out.ours_possible = small_at(*ours, "possible");
    out.ours = rules_of(*ours);
  }
}

void ReportReader::details(const JsonObject& object, AmpelResult& out) {
  for_each_object(object, "engines", [&](const JsonObject& from) {
    AmpelEngine& engine = out.engines.emplace_back();
    engine.id = find_string(from, "id");
    engine.family = find_string(from, "family");
    engine.weight_bp = small_at(from, "weight_bp");
    engine.state = state_named(find_string(from, "state"), EngineState::kError, 6);
    engine.sub_score = small(tenths_at(from, "sub_score"));
    engine.raw = integer_at(from, "raw");
    engine.normaliser = find_string(from, "normaliser");
    engine.reason = find_string(from, "reason");
    engine.findings = findings_of(from, "finding_ids");
  });
  for_each_object(object, "criticals", [&](const JsonObject& from) {
    out.criticals.push_back({find_string(from, "rule"), findings_of(from, "finding_ids"),
                             find_string(from, "engine"), std::string(find_string(from, "proof"))});
  });
}

void ReportReader::details(const JsonObject& object, AivssResult& out) {
  for_each_object(object, "tool_scores", [&](const JsonObject& from) {
    AivssTool& tool = out.tools.emplace_back();
    tool.name = find_string(from, "tool_name");
    tool.score = small(tenths_at(from, "aivss_score"));
    tool.severity = find_string(from, "severity");
    tool.finding_count = small_at(from, "finding_count");
    JsonObject top{{"ids", JsonArray()}};
    if (const std::string_view id = find_string(from, "top_finding_id"); !id.empty())
      top["ids"].get_array().emplace_back(id);
    const auto named = findings_of(top, "ids");
    tool.top_finding = named.empty() ? -1 : static_cast<std::int64_t>(named.front());
  });
  into_.consensus = find_object(object, "consensus");
}

void ReportReader::details(const JsonObject& object, McpBundlesResult& out) {
  for_each_object(object, "layers", [&](const JsonObject& from) {
    out.layers.push_back({small_at(from, "layer"), flag_at(from, "ran"), find_string(from, "reason"),
                          small_at(from, "findings")});
  });
  out.judges_asked = find(object, "llm_judge_used") != nullptr;
  out.llm_judge_used = flag_at(object, "llm_judge_used");
  out.llm_judge_reason = find_string(object, "llm_judge_reason");
}

void ReportReader::details(const JsonObject& object, ToolTrustResult& out) {
  for_each_object(object, "tools", [&](const JsonObject& from) {
    out.tools.push_back({std::string(find_string(from, "name")), small_at(from, "risk_score"),
                         letter_at(from), contributions_of(from, 1)});
  });
}

template <class R>
void ReportReader::read_assessed(const JsonObject& all, std::string_view id, Assessed<R>& out) {
  const JsonObject* from = find_object(all, id);
  if (from == nullptr) return;
  constexpr int kScale = kPointsAreTenths<R> ? 10 : 1;
  into_.strictness = strictness_from(find_string(*from, "strictness")).value_or(Strictness::kPrecise);
  out.version = find_string(*from, "version");
  out.reason = find_string(*from, "reason");
  for (const RunState known : {RunState::kComplete, RunState::kIncomplete}) {
    if (find_string(*from, "state") == name_of(known)) out.state = known;
  }
  const auto numbers = [&](const char* key, R& result) {
    const JsonObject* part = find_object(*from, key);
    if (part == nullptr) return false;
    read_numbers(*part, result);
    result.contributions = contributions_of(*part, kScale);
    return true;
  };
  numbers("published", out.published);
  numbers("precise", out.precise);
  details(*from, into_.strictness == Strictness::kPublished ? out.published : out.precise);
  R overridden;
  if (numbers("with_overrides", overridden)) out.overridden = std::move(overridden);
}

void ReportReader::read_assessments() {
  const JsonObject* all = find_object(from_, "assessments");
  if (all == nullptr) return;
  auto& agentreserve = into_.assessments.agentreserve;
  read_assessed(*all, "agentreserve", agentreserve);
  // Coverage is told in its words; a report without it does not say how much was seen.
  if (find_object(*all, "agentreserve") == nullptr) {
    for (AgentReserveResult* result : {&agentreserve.published, &agentreserve.precise})
      result->tier = result->level = "unknown";
  }
  read_assessed(*all, "ampel", into_.assessments.ampel);
  read_assessed(*all, "aivss", into_.assessments.aivss);
  read_assessed(*all, "mcpbundles", into_.assessments.mcpbundles);
  read_assessed(*all, "tooltrust", into_.assessments.tooltrust);
}

}  // namespace mcpjury
