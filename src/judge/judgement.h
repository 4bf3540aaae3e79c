// What a judge is asked about one tool, and what it answers. The rubric has four questions; every judge
// answers all four for every tool with a level of each of the five AIVSS-O dimensions and a short reason. If
// each judge were a specialist of one question, the median would drop every real finding.
//
// Values; nothing here owns evidence. What becomes of the answers (median, merge) is decided in grade/, which
// reads them from the judges facet, so that a recorded scan is graded again to the same numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

enum class RubricQuestion : std::uint8_t {
  kInjection,            // does any text of the tool steer the agent against its user?
  kAmbiguousParameters,  // can a parameter be filled in ways the user would not expect?
  kUndisclosedEffects,   // does the tool do what its description does not say?
  kPowerBeyondPurpose,   // may it do more than its stated purpose needs?
};
inline constexpr std::size_t kRubricQuestions = 4;
// "injection", "ambiguous_parameters", "undisclosed_effects", "power_beyond_purpose"
std::string_view name_of(RubricQuestion question);

// `model` is kept for language models; nothing embedded is called independent.
enum class JudgeKind : std::uint8_t { kHeuristic, kTrained, kModel };
std::string_view name_of(JudgeKind kind);

struct JudgeIdentity {
  std::string id;  // "embedded-lexical", "openai:qwen2.5-7b@localhost"
  JudgeKind kind = JudgeKind::kHeuristic;
  std::string model, provider;  // of language models; of a trained judge the name and version of its weights
  std::string prompt_sha256;    // of language models: the fixed part of the prompt
};

// One tool. Views into the evidence, alive while it is.
struct JudgedUnit {
  std::string_view tool_name;
  const JsonObject* tool =
      nullptr;  // the definition as listed: title, description, inputSchema, annotations …
  std::string_view server_name, host;
  std::string_view instructions;       // of the server
  const JsonObject* source = nullptr;  // what is known of its handler's code; null: nothing
};

struct RubricAnswer {
  std::string vector;  // "S:T/E:C/I:N/D:L/A:N", see model/aivss_vector.h; I:N says there is nothing
  std::string reason;  // one sentence, at most 300 bytes; quotes of the tool are escaped when shown, not here
};

// What MCPBundles' second layer asks besides the four questions. Language models may give them; the numbers
// of the panel do not depend on them.
enum class JudgedSign : std::uint8_t { kInSchema, kAsksForCredentials, kOriginMismatch, kAttentionWords };
inline constexpr std::size_t kJudgedSigns = 4;
// "steers_in_schema", "asks_for_credentials", "origin_mismatch", "attention_words"
std::string_view name_of(JudgedSign sign);
constexpr std::uint8_t bit_of(JudgedSign sign) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(sign));
}

struct Judgement {
  bool answered = false;
  std::string why_not;  // of an abstention: "timeout", "invalid_answer", "refused", "canary", "http_429", …
  std::array<RubricAnswer, kRubricQuestions> answers;
  std::string answer_sha256;  // of language models: the raw answer
  std::uint64_t tokens_in = 0, tokens_out = 0;
  std::uint8_t signs = 0;  // bits of JudgedSign
};

}  // namespace mcpjury
