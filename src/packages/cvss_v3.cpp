#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <iterator>

#include "packages/cvss_vector.h"

namespace mcpjury::cvss {
namespace {

constexpr Metric kV3Metrics[] = {
    {"AV", "N A L P", true}, {"AC", "L H", true},  {"PR", "N L H", true}, {"UI", "N R", true},
    {"S", "U C", true},      {"C", "H L N", true}, {"I", "H L N", true},  {"A", "H L N", true},
    {"E", "X H F P U"},      {"RL", "X U W T O"},  {"RC", "X C R U"},     {"CR", "X H M L"},
    {"IR", "X H M L"},       {"AR", "X H M L"},    {"MAV", "X N A L P"},  {"MAC", "X L H"},
    {"MPR", "X N L H"},      {"MUI", "X N R"},     {"MS", "X U C"},       {"MC", "X H L N"},
    {"MI", "X H L N"},       {"MA", "X H L N"},
};

struct V3Weight {
  char value;
  double weight;
};

double v3_weight_of(std::initializer_list<V3Weight> weights, std::string_view value) {
  for (const auto& known : weights) {
    if (value.front() == known.value) return known.weight;
  }
  return 1.0;  // not defined
}

double v3_impact_weight(std::string_view value) {
  return v3_weight_of({{'H', 0.56}, {'L', 0.22}, {'N', 0.0}}, value);
}
double v3_requirement(std::string_view value) {
  return v3_weight_of({{'H', 1.5}, {'M', 1.0}, {'L', 0.5}}, value);
}

// Appendix A of version 3.1. Version 3.0 means the same and leaves the handling of binary fractions open.
double round_up(double value) {
  const auto scaled = std::llround(value * 100000.0);
  if (scaled % 10000 == 0) return static_cast<double>(scaled) / 100000.0;
  const std::int64_t tenths = scaled / 10000 + 1;
  return static_cast<double>(tenths) / 10.0;
}

double exploitability(std::string_view av, std::string_view ac, std::string_view pr, std::string_view ui,
                      bool changed) {
  return 8.22 * v3_weight_of({{'N', 0.85}, {'A', 0.62}, {'L', 0.55}, {'P', 0.2}}, av) *
         v3_weight_of({{'L', 0.77}, {'H', 0.44}}, ac) *
         v3_weight_of({{'N', 0.85}, {'L', changed ? 0.68 : 0.62}, {'H', changed ? 0.5 : 0.27}}, pr) *
         v3_weight_of({{'N', 0.85}, {'R', 0.62}}, ui);
}

double combined(double impact, double exploit, bool changed) {
  if (impact <= 0.0) return 0.0;
  return round_up(std::min((changed ? 1.08 : 1.0) * (impact + exploit), 10.0));
}

double temporal_factor(const Vector& vector) {
  return v3_weight_of({{'H', 1.0}, {'F', 0.97}, {'P', 0.94}, {'U', 0.91}}, vector.get("E")) *
         v3_weight_of({{'U', 1.0}, {'W', 0.97}, {'T', 0.96}, {'O', 0.95}}, vector.get("RL")) *
         v3_weight_of({{'C', 1.0}, {'R', 0.96}, {'U', 0.92}}, vector.get("RC"));
}

double base_of(const Vector& vector) {
  const bool changed = vector.get("S") == "C";
  const double iss = 1.0 - (1.0 - v3_impact_weight(vector.get("C"))) *
                               (1.0 - v3_impact_weight(vector.get("I"))) *
                               (1.0 - v3_impact_weight(vector.get("A")));
  const double impact =
      changed ? 7.52 * (iss - 0.029) - 3.25 * std::pow(std::max(iss - 0.02, 0.0), 15.0) : 6.42 * iss;
  return combined(
      impact, exploitability(vector.get("AV"), vector.get("AC"), vector.get("PR"), vector.get("UI"), changed),
      changed);
}

double environmental_of(const Vector& vector, bool minor_1) {
  const bool changed = vector.modified("S") == "C";
  const auto rest = [&](std::string_view metric, std::string_view wanted) {
    return 1.0 - v3_impact_weight(vector.modified(metric)) * v3_requirement(vector.get(wanted));
  };
  const double miss = std::min(1.0 - rest("C", "CR") * rest("I", "IR") * rest("A", "AR"), 0.915);
  // The one formula that version 3.1 changed.
  const double curve = minor_1 ? std::pow(std::max(miss * 0.9731 - 0.02, 0.0), 13.0)
                               : std::pow(std::max(miss - 0.02, 0.0), 15.0);
  const double impact = changed ? 7.52 * (miss - 0.029) - 3.25 * curve : 6.42 * miss;
  const double score = combined(impact,
                                exploitability(vector.modified("AV"), vector.modified("AC"),
                                               vector.modified("PR"), vector.modified("UI"), changed),
                                changed);
  return round_up(score * temporal_factor(vector));
}

bool v3_defines_any(const Vector& vector, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return vector.defines(name); });
}

}  // namespace

std::optional<int> score_v3(std::string_view text, bool minor_1) {
  const auto vector = Vector::parse(text, kV3Metrics, std::size(kV3Metrics));
  if (!vector) return std::nullopt;
  double score = base_of(*vector);
  if (v3_defines_any(*vector, {"CR", "IR", "AR", "MAV", "MAC", "MPR", "MUI", "MS", "MC", "MI", "MA"})) {
    score = environmental_of(*vector, minor_1);
  } else if (v3_defines_any(*vector, {"E", "RL", "RC"})) {
    score = round_up(score * temporal_factor(*vector));
  }
  return std::clamp(static_cast<int>(std::lround(score * 10.0)), 0, 100);
}

}  // namespace mcpjury::cvss
