// Private to report: which numbers a methodology's result has, said once for every format.
//
// A sink has number(key, n), tenths(key, n), text(key, s), flag(key, b), none(key) and pair(key, lo, hi).
// `known` is false when the methodology did not run: it then gives no number.
#pragma once

#include <string_view>

#include "model/assessment.h"

namespace mcpjury {

template <class Sink>
void put_number(Sink& sink, std::string_view key, bool known, std::int64_t value) {
  known ? sink.number(key, value) : sink.none(key);
}

template <class Sink>
void put_grade(Sink& sink, bool known, char grade) {
  known&& grade != '-' ? sink.text("grade", std::string_view(&grade, 1)) : sink.none("grade");
}

template <class Sink>
void put_numbers(Sink& sink, const AgentReserveResult& result, bool known) {
  put_number(sink, "score", known && result.score.has_value(), result.score.value_or(0));
  put_grade(sink, known, result.grade);
  sink.text("verdict", known ? result.verdict : std::string_view("unknown"));
  sink.text("verdict_reason", result.verdict_reason);
  sink.text("tier", result.tier);
  sink.text("level", result.level);
  sink.number("earned", result.earned);
  sink.number("possible", result.possible);
  put_number(sink, "combined_score", known && result.combined_score.has_value(),
             result.combined_score.value_or(0));
}

template <class Sink>
void put_numbers(Sink& sink, const AmpelResult& result, bool known) {
  known&& result.score ? sink.tenths("score", *result.score) : sink.none("score");
  sink.text("light", known ? result.light : std::string_view("grey"));
  sink.flag("unproven", result.unproven);
  sink.number("coverage_bp", result.coverage_bp);
  sink.pair("interval", result.low, result.high);
  known&& result.score_before_floor ? sink.tenths("score_before_floor", *result.score_before_floor)
                                    : sink.none("score_before_floor");
}

template <class Sink>
void put_numbers(Sink& sink, const AivssResult& result, bool known) {
  known ? sink.tenths("aivss_score", result.aivss) : sink.none("aivss_score");
  put_number(sink, "safety_score", known, result.safety);
  put_grade(sink, known, result.grade);
}

template <class Sink>
void put_numbers(Sink& sink, const McpBundlesResult& result, bool known) {
  sink.text("posture", known ? result.posture : std::string_view("unknown"));
  put_number(sink, "security_score", known, result.security_score);
  put_number(sink, "quality_score", known, result.quality_score);
}

template <class Sink>
void put_numbers(Sink& sink, const ToolTrustResult& result, bool known) {
  put_number(sink, "risk_score", known, result.risk_score);
  put_grade(sink, known, result.grade);
  known && !result.action.empty() ? sink.text("action", result.action) : sink.none("action");
  sink.flag("block_override", result.block_override);
}

// Points of AIVSS are tenths; those of the others are whole.
template <class R>
inline constexpr bool kPointsAreTenths = false;
template <>
inline constexpr bool kPointsAreTenths<AivssResult> = true;

// Calls `visit(id, assessed)` for the five, in the order of the report.
template <class Visit>
void for_each_assessment(const Assessments& all, const Visit& visit) {
  visit(std::string_view("agentreserve"), all.agentreserve);
  visit(std::string_view("ampel"), all.ampel);
  visit(std::string_view("aivss"), all.aivss);
  visit(std::string_view("mcpbundles"), all.mcpbundles);
  visit(std::string_view("tooltrust"), all.tooltrust);
}

}  // namespace mcpjury
