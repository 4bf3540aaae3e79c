// The five levels of an AIVSS-O vector and the number they give. Pure and thread safe. Detectors and judges
// speak in vectors too, so it stands below grade.
#pragma once

#include <optional>
#include <string_view>

namespace mcpjury {

// Levels in hundredths. The default has no impact and so the number 0.0.
struct AivssVector {
  int scope = 70;
  int exploitability = 40;
  int impact = 0;
  int detection = 0;
  int amplification = 0;
};

inline constexpr int kAivssTheoretical = 40;
inline constexpr int kAivssPartial = 50;
inline constexpr int kAivssLowImpact = 30;

// "S:T/E:C/I:H/D:S/A:F" in this order, with or without "AIVSS-O:1.0/" in front.
std::optional<AivssVector> parse_aivss(std::string_view text);

// 0 to 100. At most 64-bit: base * 10^8 is 10^14.
int aivss_tenths(const AivssVector& vector);

// What a tool may do by design is no exploit: theoretical at most, amplification partial at most.
AivssVector by_design(AivssVector vector);

}  // namespace mcpjury
