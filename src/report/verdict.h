// For the formats and the faces: the one line that stands first.
//
// The word is the strictest that any of the chosen methodologies says; numbers are never averaged. The
// reason is the worst finding that made one of those methodologies say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace mcpjury {

enum class Word : std::uint8_t { kUnknown, kAllow, kCaution, kStop };

struct Verdict {
  Word word = Word::kUnknown;
  std::string_view methodology;          // the one that decided; empty when none knows anything
  std::optional<std::uint32_t> finding;  // the reason, when it is a finding
  std::string reason;                    // one clause without a full stop, not escaped
  std::string incomplete;                // why not all was seen; empty when it was
};

std::string_view display_of(Word word);
Verdict verdict_of(const ScanReport& report, const RenderOptions& options);

}  // namespace mcpjury
