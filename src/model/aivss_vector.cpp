#include "model/aivss_vector.h"

#include <algorithm>
#include <cstdint>

namespace mcpjury {
namespace {

struct Level {
  char letter;
  int hundredths;
};

constexpr Level kScope[] = {{'T', 70}, {'S', 85}, {'H', 100}};
constexpr Level kExploitability[] = {{'T', kAivssTheoretical}, {'C', 70}, {'O', 85}, {'U', 100}};
constexpr Level kImpact[] = {{'N', 0}, {'L', kAivssLowImpact}, {'M', 55}, {'H', 80}, {'C', 100}};
constexpr Level kDetection[] = {{'O', 0}, {'L', 50}, {'S', 75}, {'I', 100}};
constexpr Level kAmplification[] = {{'N', 0}, {'P', kAivssPartial}, {'F', 100}};

// Takes "X:L" and the slash in front of it off `text`.
template <std::size_t N>
bool take(std::string_view& text, std::string_view dimension, const Level (&levels)[N], int& into) {
  if (text.size() < dimension.size() + 1 || !text.starts_with(dimension)) return false;
  const char letter = text[dimension.size()];
  text.remove_prefix(dimension.size() + 1);
  for (const Level& level : levels) {
    if (level.letter != letter) continue;
    into = level.hundredths;
    return true;
  }
  return false;
}

}  // namespace

std::optional<AivssVector> parse_aivss(std::string_view text) {
  constexpr std::string_view kPrefix = "AIVSS-O:1.0/";
  if (text.starts_with(kPrefix)) text.remove_prefix(kPrefix.size());
  AivssVector vector;
  const bool good =
      take(text, "S:", kScope, vector.scope) && take(text, "/E:", kExploitability, vector.exploitability) &&
      take(text, "/I:", kImpact, vector.impact) && take(text, "/D:", kDetection, vector.detection) &&
      take(text, "/A:", kAmplification, vector.amplification) && text.empty();
  if (!good) return std::nullopt;
  return vector;
}

int aivss_tenths(const AivssVector& vector) {
  constexpr std::int64_t kTop = 1'000'000;
  const std::int64_t base = std::int64_t{vector.impact} * vector.exploitability * vector.scope;
  const std::int64_t agent = std::int64_t{60} * vector.amplification + std::int64_t{40} * vector.detection;
  const std::int64_t sum = base * 100'000'000 + (kTop - base) * vector.impact * 40 * agent;
  return static_cast<int>((sum + 500'000'000'000) / 1'000'000'000'000);
}

AivssVector by_design(AivssVector vector) {
  vector.exploitability = std::min(vector.exploitability, kAivssTheoretical);
  vector.amplification = std::min(vector.amplification, kAivssPartial);
  return vector;
}

}  // namespace mcpjury
