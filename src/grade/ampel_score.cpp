#include "grade/ampel_score.h"

#include <algorithm>
#include <cassert>

namespace mcpjury {
namespace {

std::string_view light_of(int tenths) {
  if (tenths < 50) return "red";
  return tenths < 75 ? "amber" : "green";
}

int tenths_of_full_weight(std::int64_t sum) { return static_cast<int>((sum + 5000) / kAmpelFullBp); }

}  // namespace

int ampel_sub_score(std::string_view normaliser, std::int64_t raw) {
  if (normaliser == "cvss") {
    if (raw >= 90) return 0;
    if (raw >= 70) return 40;
    if (raw >= 40) return 70;
    return raw > 0 ? 90 : 100;
  }
  if (normaliser == "count") {
    if (raw >= 4) return 20;
    if (raw >= 2) return 60;
    return raw == 1 ? 80 : 100;
  }
  if (normaliser == "boolean") return raw != 0 ? 100 : 0;
  if (normaliser == "percent") return static_cast<int>(std::clamp<std::int64_t>(raw, 0, 1000) / 10);
  if (normaliser == "level") {
    if (raw >= 3) return 100;
    if (raw == 2) return 80;
    return raw == 1 ? 50 : 0;
  }
  return 0;
}

void ampel_score(AmpelResult& result) {
  std::int64_t sum = 0;
  bool vulnerability = false, mcp = false;
  for (const AmpelEngine& engine : result.engines) {
    if (engine.state != EngineState::kOk) continue;
    assert(engine.sub_score >= 0 && engine.sub_score <= 100);  // the published cap at 10 can never act
    const std::int64_t points = std::int64_t{engine.weight_bp} * engine.sub_score;
    sum += points;
    result.coverage_bp += engine.weight_bp;
    vulnerability = vulnerability || engine.family == "vulnerability";
    mcp = mcp || engine.family == "mcp";
    result.contributions.push_back({engine.id, engine.findings, points});
  }
  const std::int64_t coverage = result.coverage_bp;
  result.low = tenths_of_full_weight(sum);
  result.high = tenths_of_full_weight(sum + (kAmpelFullBp - coverage) * 100);

  std::optional<int> mean;
  if (coverage > 0) mean = static_cast<int>((2 * sum + coverage) / (2 * coverage));
  if (!result.criticals.empty()) {
    result.score = 0;
    result.score_before_floor = mean;
    result.low = result.high = 0;
    result.light = "red";
    return;
  }
  if (coverage < kAmpelGreyBelowBp) return;  // grey: too little was measured to print a number
  result.score = mean;
  result.light = light_of(*mean);
  const bool proven = coverage >= kAmpelGreenFromBp && vulnerability && mcp && result.low >= 50;
  if (result.light == "green" && !proven) {
    result.light = "amber";
    result.unproven = true;
  }
}

}  // namespace mcpjury
