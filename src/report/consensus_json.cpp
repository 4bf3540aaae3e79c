#include "report/consensus_json.h"

#include "base/canonical_json.h"
#include "model/consensus.h"
#include "report/json_text.h"

namespace mcpjury {
namespace {

Json one_decimal(int tenths) { return static_cast<double>(tenths) / 10.0; }
Json said_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

JsonObject seat_json(const JudgeSeat& seat) {
  JsonObject out{{"id", seat.id},
                 {"kind", seat.kind.empty() ? std::string_view("heuristic") : seat.kind},
                 {"model", said_or_null(seat.model)},
                 {"provider", said_or_null(seat.provider)},
                 {"prompt_sha256", said_or_null(seat.prompt_sha256)},
                 {"answered", seat.answered},
                 {"abstained", seat.abstained},
                 {"errors", seat.errors}};
  if (!seat.is_model) return out;
  out["requests"] = seat.requests;
  out["tokens_in"] = seat.tokens_in;
  out["tokens_out"] = seat.tokens_out;
  out["bytes_sent"] = seat.bytes_sent;
  if (!seat.cost.empty()) out["cost"] = seat.cost;
  if (seat.notes != nullptr && !seat.notes->empty()) out["notes"] = *seat.notes;
  return out;
}

JsonObject judgement_json(const JudgementView& judgement, std::string_view judge) {
  JsonObject out{{"judge_id", judge}, {"state", judgement.state}};
  JsonObject vectors, reasons;
  if (judgement.answered) {
    for (std::size_t i = 0; i < kJudgeQuestions; ++i) {
      vectors[kJudgeQuestionNames[i]] = judgement.vectors[i];
      reasons[kJudgeQuestionNames[i]] = judgement.reasons[i];
    }
    JsonArray signs;
    for (std::size_t i = 0; i < kJudgeSignNames.size(); ++i) {
      if (((judgement.signs >> i) & 1u) != 0) signs.emplace_back(kJudgeSignNames[i]);
    }
    if (!signs.empty()) out["signs"] = std::move(signs);
  } else {
    out["why_not"] = judgement.why_not;
  }
  out["score"] = judgement.answered ? one_decimal(judgement.score) : Json();
  out["verdict"] = judgement.answered ? Json(judge_verdict(judgement.score)) : Json();
  out["vectors"] = std::move(vectors);
  out["reasons"] = std::move(reasons);
  out["answer_sha256"] = said_or_null(judgement.answer_sha256);
  return out;
}

JsonObject tool_json(const JudgeView& view, const JudgedTool& judged, const PanelTool& numbers,
                     std::string_view name) {
  JsonArray judgements, dissenters;
  for (const JudgementView& judgement : judged.judgements) {
    judgements.push_back(judgement_json(judgement, view.judges[judgement.judge].id));
  }
  for (const std::uint16_t judge : numbers.dissenters) {
    if (judge < view.judges.size()) dissenters.emplace_back(view.judges[judge].id);
  }
  constexpr std::string_view kVerdicts[] = {"safe", "caution", "risky", "dangerous"};
  JsonObject votes;
  for (std::size_t i = 0; i < numbers.votes.size(); ++i) votes[kVerdicts[i]] = numbers.votes[i];
  return {{"tool_name", name},
          {"rule_score", one_decimal(numbers.rule_score)},
          {"median", numbers.median ? one_decimal(*numbers.median) : Json()},
          {"merged", one_decimal(numbers.merged)},
          {"delta", one_decimal(numbers.merged - numbers.rule_score)},
          {"agreement", said_or_null(numbers.agreement)},
          {"spread", one_decimal(numbers.spread)},
          {"mean_absolute_deviation", one_decimal(numbers.deviation)},
          {"needs_review", numbers.needs_review},
          {"rules_disagree", numbers.disagrees},
          {"judgements", std::move(judgements)},
          {"dissenters", std::move(dissenters)},
          {"votes", std::move(votes)}};
}

}  // namespace

JsonObject consensus_json(const ScanReport& report) {
  if (report.consensus != nullptr) return *report.consensus;
  const AivssResult& result = report.assessments.aivss.at(report.strictness);
  const Panel& panel = result.panel;
  const JudgeView view = judge_view(report.evidence, report.surface);
  if (view.data == nullptr) return {{"state", "not_run"}, {"judges", JsonArray()}, {"tools", JsonArray()}};
  JsonArray judges, tools;
  for (const JudgeSeat& seat : view.judges) judges.push_back(seat_json(seat));
  for (std::size_t i = 0; i < view.tools.size() && i < panel.tools.size(); ++i) {
    tools.push_back(
        tool_json(view, view.tools[i], panel.tools[i], report.surface.tools[view.tools[i].tool].name));
  }
  const char grade = result.grade;
  JsonObject package{
      {"rule_aivss", one_decimal(panel.rule_aivss)},
      {"consensus_aivss", panel.consensus_aivss ? one_decimal(*panel.consensus_aivss) : Json()},
      {"merged_aivss", one_decimal(result.aivss)},
      {"safety_score", result.safety},
      {"grade", grade == '-' ? Json() : Json(std::string_view(&grade, 1))}};
  return {{"mode", view.mode},
          {"rubric_version", view.rubric_version},
          {"rubric_sha256", view.rubric_sha256},
          {"state", panel.state},
          {"judges", std::move(judges)},
          {"tools", std::move(tools)},
          {"package", std::move(package)}};
}

JsonObject consensus_answer(JsonObject consensus, std::string_view scan_id) {
  JsonObject out{{"scan_id", said_or_null(scan_id)}};
  if (find(consensus, "mode") == nullptr) consensus["mode"] = "fast";
  if (find(consensus, "rubric_version") == nullptr) consensus["rubric_version"] = nullptr;
  for (auto& member : consensus) out[member.key()] = std::move(member.value());
  return out;
}

std::string render_consensus(const JsonObject& answer) { return shown_json(pretty_json(answer)) + "\n"; }

}  // namespace mcpjury
