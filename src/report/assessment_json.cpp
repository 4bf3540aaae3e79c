#include "report/assessment_json.h"

#include "report/consensus_json.h"
#include "report/numbers.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

double decimal(std::int64_t tenths) { return static_cast<double>(tenths) / 10.0; }

class ObjectSink {
 public:
  explicit ObjectSink(JsonObject& out) : out_(out) {}
  void number(std::string_view key, std::int64_t value) { out_[key] = value; }
  void tenths(std::string_view key, std::int64_t value) { out_[key] = decimal(value); }
  void text(std::string_view key, std::string_view value) { out_[key] = value; }
  void flag(std::string_view key, bool value) { out_[key] = value; }
  void none(std::string_view key) { out_[key] = nullptr; }
  void pair(std::string_view key, std::int64_t low, std::int64_t high) {
    out_[key] = JsonArray{decimal(low), decimal(high)};
  }

 private:
  JsonObject& out_;
};

Json letter(char grade) { return grade == '-' ? Json() : Json(std::string_view(&grade, 1)); }

template <bool kTenths>
JsonArray contributions_json(const std::vector<Contribution>& contributions) {
  JsonArray out;
  out.reserve(contributions.size());
  for (const Contribution& one : contributions) {
    JsonObject entry{{"rule", one.rule}, {"finding_ids", finding_ids_json(one.findings)}};
    entry["points"] = kTenths ? Json(decimal(one.points)) : Json(one.points);
    out.push_back(std::move(entry));
  }
  return out;
}

JsonArray rules_json(const std::vector<AgentReserveRule>& rules) {
  JsonArray out;
  out.reserve(rules.size());
  for (const AgentReserveRule& rule : rules) {
    JsonObject entry{{"id", rule.id},
                     {"category", rule.category},
                     {"state", name_of(rule.state)},
                     {"severity", name_of(rule.severity)},
                     {"weight", rule.weight},
                     {"hard_fail", rule.hard_fail}};
    if (!rule.reason.empty()) entry["reason"] = rule.reason;
    entry["finding_ids"] = finding_ids_json(rule.findings);
    out.push_back(std::move(entry));
  }
  return out;
}

void put_details(JsonObject& out, const AgentReserveResult& result) {
  out["grade_qualified"] = result.grade_qualified.empty() ? Json() : Json(result.grade_qualified);
  out["risk_level"] = result.risk_level;
  out["confidence"] = result.confidence;
  out["exposure"] = result.exposure;
  out["label"] = result.label;
  out["era"] = result.era.empty() ? Json() : Json(result.era);
  out["active_probe"] = result.active_probe;
  if (!result.follow_up.empty()) out["follow_up"] = result.follow_up;
  out["rules"] = rules_json(result.rules);
  out["ours"] = JsonObject{
      {"earned", result.ours_earned}, {"possible", result.ours_possible}, {"rules", rules_json(result.ours)}};
}

void put_details(JsonObject& out, const AmpelResult& result) {
  JsonArray engines;
  for (const AmpelEngine& engine : result.engines) {
    JsonObject entry{{"id", engine.id},
                     {"family", engine.family},
                     {"weight_bp", engine.weight_bp},
                     {"state", name_of(engine.state)}};
    const bool ok = engine.state == EngineState::kOk;
    entry["sub_score"] = ok ? Json(decimal(engine.sub_score)) : Json();
    entry["raw"] = ok ? Json(engine.raw) : Json();
    entry["normaliser"] = engine.normaliser;
    if (!engine.reason.empty()) entry["reason"] = engine.reason;
    entry["finding_ids"] = finding_ids_json(engine.findings);
    engines.push_back(std::move(entry));
  }
  out["engines"] = std::move(engines);
  JsonArray criticals;
  for (const AmpelCritical& critical : result.criticals) {
    criticals.push_back(JsonObject{{"rule", critical.rule},
                                   {"engine", critical.engine},
                                   {"proof", critical.proof},
                                   {"finding_ids", finding_ids_json(critical.findings)}});
  }
  out["criticals"] = std::move(criticals);
}

void put_details(JsonObject& out, const AivssResult& result) {
  JsonArray tools;
  for (const AivssTool& tool : result.tools) {
    JsonObject entry{{"tool_name", tool.name},
                     {"aivss_score", decimal(tool.score)},
                     {"severity", tool.severity},
                     {"finding_count", tool.finding_count}};
    entry["top_finding_id"] =
        tool.top_finding < 0 ? Json() : Json(finding_id(static_cast<std::size_t>(tool.top_finding)));
    tools.push_back(std::move(entry));
  }
  out["tool_scores"] = std::move(tools);
}

void put_details(JsonObject& out, const McpBundlesResult& result) {
  JsonArray layers;
  for (const McpBundlesLayer& layer : result.layers) {
    JsonObject entry{{"layer", layer.layer}, {"ran", layer.ran}};
    if (!layer.why_not.empty()) entry["reason"] = layer.why_not;
    entry["findings"] = layer.findings;
    layers.push_back(std::move(entry));
  }
  out["layers"] = std::move(layers);
  if (!result.judges_asked) return;
  out["llm_judge_used"] = result.llm_judge_used;
  if (!result.llm_judge_reason.empty()) out["llm_judge_reason"] = result.llm_judge_reason;
}

void put_details(JsonObject& out, const ToolTrustResult& result) {
  JsonArray tools;
  for (const ToolTrustTool& tool : result.tools) {
    tools.push_back(JsonObject{{"name", tool.name},
                               {"risk_score", tool.risk_score},
                               {"grade", letter(tool.grade)},
                               {"contributions", contributions_json<false>(tool.contributions)}});
  }
  out["tools"] = std::move(tools);
}

template <class R>
JsonObject numbers_json(const R& result, bool known) {
  JsonObject out;
  ObjectSink sink(out);
  put_numbers(sink, result, known);
  out["contributions"] = contributions_json<kPointsAreTenths<R>>(result.contributions);
  return out;
}

template <class R>
JsonObject assessed_json(const Assessed<R>& assessed, Strictness strictness) {
  const bool known = assessed.state != RunState::kNotRun;
  const R& chosen = assessed.at(strictness);
  JsonObject out{{"version", assessed.version}, {"strictness", name_of(strictness)}};
  out["state"] = name_of(assessed.state);
  out["reason"] = assessed.reason;
  ObjectSink sink(out);
  put_numbers(sink, chosen, known);
  put_details(out, chosen);
  out["contributions"] = contributions_json<kPointsAreTenths<R>>(chosen.contributions);
  out["published"] = numbers_json(assessed.published, known);
  out["precise"] = numbers_json(assessed.precise, known);
  if (assessed.overridden) out["with_overrides"] = numbers_json(*assessed.overridden, known);
  return out;
}

}  // namespace

JsonArray finding_ids_json(const std::vector<std::uint32_t>& findings) {
  JsonArray out;
  out.reserve(findings.size());
  for (const std::uint32_t index : findings) out.emplace_back(finding_id(index));
  return out;
}

JsonObject assessments_to_json(const ScanReport& report, const RenderOptions& options) {
  JsonObject out;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    out[id] = assessed_json(assessed, report.strictness);
    if (id == "aivss") out[id].get_object()["consensus"] = consensus_json(report);
  });
  return out;
}

}  // namespace mcpjury
