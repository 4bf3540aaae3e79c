#include <algorithm>
#include <cmath>
#include <iterator>

#include "packages/cvss_vector.h"

namespace mcpjury::cvss {
namespace {

constexpr Metric kMetrics[] = {
    {"AV", "L A N", true}, {"AC", "H M L", true},     {"Au", "M S N", true}, {"C", "N P C", true},
    {"I", "N P C", true},  {"A", "N P C", true},      {"E", "ND U POC F H"}, {"RL", "ND OF TF W U"},
    {"RC", "ND UC UR C"},  {"CDP", "ND N L LM MH H"}, {"TD", "ND N L M H"},  {"CR", "ND L M H"},
    {"IR", "ND L M H"},    {"AR", "ND L M H"},
};

struct Weight {
  std::string_view value;
  double weight;
};

template <std::size_t N>
double weight_of(const Weight (&weights)[N], std::string_view value) {
  for (const auto& known : weights) {
    if (known.value == value) return known.weight;
  }
  return 1.0;  // not defined
}

double impact_weight(std::string_view value) {
  static constexpr Weight kWeights[] = {{"N", 0.0}, {"P", 0.275}, {"C", 0.660}};
  return weight_of(kWeights, value);
}

double requirement(std::string_view value) {
  static constexpr Weight kWeights[] = {{"L", 0.5}, {"M", 1.0}, {"H", 1.51}};
  return weight_of(kWeights, value);
}

// The small addition keeps exact halves, which binary numbers only come near to, on the upper side.
double to_tenth(double value) { return std::floor(value * 10.0 + 0.5 + 1e-9) / 10.0; }

double base_of(const Vector& vector, double impact) {
  static constexpr Weight kAccess[] = {{"L", 0.395}, {"A", 0.646}, {"N", 1.0}};
  static constexpr Weight kComplexity[] = {{"H", 0.35}, {"M", 0.61}, {"L", 0.71}};
  static constexpr Weight kAuthentication[] = {{"M", 0.45}, {"S", 0.56}, {"N", 0.704}};
  const double exploitability = 20.0 * weight_of(kAccess, vector.get("AV")) *
                                weight_of(kComplexity, vector.get("AC")) *
                                weight_of(kAuthentication, vector.get("Au"));
  const double factor = impact == 0.0 ? 0.0 : 1.176;
  return std::max(0.0, to_tenth((0.6 * impact + 0.4 * exploitability - 1.5) * factor));
}

double temporal_of(const Vector& vector, double base) {
  static constexpr Weight kExploit[] = {{"U", 0.85}, {"POC", 0.9}, {"F", 0.95}, {"H", 1.0}};
  static constexpr Weight kRemediation[] = {{"OF", 0.87}, {"TF", 0.90}, {"W", 0.95}, {"U", 1.0}};
  static constexpr Weight kConfidence[] = {{"UC", 0.90}, {"UR", 0.95}, {"C", 1.0}};
  return to_tenth(base * weight_of(kExploit, vector.get("E")) * weight_of(kRemediation, vector.get("RL")) *
                  weight_of(kConfidence, vector.get("RC")));
}

double impact_of(double c, double i, double a) { return 10.41 * (1.0 - (1.0 - c) * (1.0 - i) * (1.0 - a)); }

double environmental_of(const Vector& vector, double c, double i, double a) {
  static constexpr Weight kDamage[] = {{"N", 0.0},  {"L", 0.1}, {"LM", 0.3},
                                       {"MH", 0.4}, {"H", 0.5}, {"X", 0.0}};
  static constexpr Weight kTargets[] = {{"N", 0.0}, {"L", 0.25}, {"M", 0.75}, {"H", 1.0}};
  const double impact =
      std::min(10.0, impact_of(c * requirement(vector.get("CR")), i * requirement(vector.get("IR")),
                               a * requirement(vector.get("AR"))));
  const double temporal = temporal_of(vector, base_of(vector, impact));
  return to_tenth((temporal + (10.0 - temporal) * weight_of(kDamage, vector.get("CDP"))) *
                  weight_of(kTargets, vector.get("TD")));
}

bool defines_any(const Vector& vector, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return vector.defines(name); });
}

}  // namespace

std::optional<int> score_v2(std::string_view text) {
  const auto vector = Vector::parse(text, kMetrics, std::size(kMetrics));
  if (!vector) return std::nullopt;
  const double c = impact_weight(vector->get("C")), i = impact_weight(vector->get("I")),
               a = impact_weight(vector->get("A"));
  double score = base_of(*vector, impact_of(c, i, a));
  if (defines_any(*vector, {"CDP", "TD", "CR", "IR", "AR"})) {
    score = environmental_of(*vector, c, i, a);
  } else if (defines_any(*vector, {"E", "RL", "RC"})) {
    score = temporal_of(*vector, score);
  }
  return std::clamp(static_cast<int>(std::lround(score * 10.0)), 0, 100);
}

}  // namespace mcpjury::cvss
