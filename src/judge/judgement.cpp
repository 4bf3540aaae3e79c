#include "judge/judgement.h"

namespace mcpjury {

std::string_view name_of(RubricQuestion question) {
  switch (question) {
    case RubricQuestion::kInjection:
      return "injection";
    case RubricQuestion::kAmbiguousParameters:
      return "ambiguous_parameters";
    case RubricQuestion::kUndisclosedEffects:
      return "undisclosed_effects";
    case RubricQuestion::kPowerBeyondPurpose:
      return "power_beyond_purpose";
  }
  return "injection";
}

std::string_view name_of(JudgeKind kind) {
  switch (kind) {
    case JudgeKind::kHeuristic:
      return "heuristic";
    case JudgeKind::kTrained:
      return "trained";
    case JudgeKind::kModel:
      return "model";
  }
  return "heuristic";
}

std::string_view name_of(JudgedSign sign) {
  switch (sign) {
    case JudgedSign::kInSchema:
      return "steers_in_schema";
    case JudgedSign::kAsksForCredentials:
      return "asks_for_credentials";
    case JudgedSign::kOriginMismatch:
      return "origin_mismatch";
    case JudgedSign::kAttentionWords:
      return "attention_words";
  }
  return "steers_in_schema";
}

}  // namespace mcpjury
