// The judges facet, typed: who was asked, and what each said of each tool.
//
// Views into the evidence and the surface. Total and bounded: at most kMaxJudges seats and as many judgements
// a tool; an answer without four readable vectors is no answer; a judge speaks once of a tool; what names no
// judge or no tool of the server is passed over. Nothing here decides what the answers mean, see
// model/consensus.h and grade/panel.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/evidence.h"
#include "model/surface.h"

namespace mcpjury {

inline constexpr std::size_t kMaxJudges = 16;
inline constexpr std::size_t kJudgeQuestions = 4;
// The rubric's questions, in its order.
inline constexpr std::array<std::string_view, kJudgeQuestions> kJudgeQuestionNames = {
    "injection", "ambiguous_parameters", "undisclosed_effects", "power_beyond_purpose"};
inline constexpr std::array<std::string_view, 4> kJudgeSignNames = {
    "steers_in_schema", "asks_for_credentials", "origin_mismatch", "attention_words"};

struct JudgeSeat {
  std::string_view id, kind, model, provider, prompt_sha256, cost;
  bool is_model = false;  // a language model
  bool in_time = true;    // for MCPBundles' second layer; only language models can be late
  std::string_view late_because;
  const JsonArray* notes = nullptr;  // one line each, of the model's panel
  std::uint64_t requests = 0, tokens_in = 0, tokens_out = 0, bytes_sent = 0;
  // Counted from the judgements, so that they cannot contradict them.
  std::uint32_t answered = 0, abstained = 0, errors = 0;
};

struct JudgementView {
  std::uint16_t judge = 0;  // into JudgeView::judges
  bool answered = false;
  std::string_view state, why_not;
  std::array<std::string_view, kJudgeQuestions> vectors, reasons;
  std::array<int, kJudgeQuestions> scores{};  // tenths
  int score = 0;                              // the worst of the four
  std::uint8_t signs = 0;                     // bits in the order of kJudgeSignNames
  std::string_view answer_sha256;
};

struct JudgedTool {
  std::uint32_t tool = 0;  // into surface.tools
  std::vector<JudgementView> judgements;
};

struct JudgeView {
  const JsonObject* data = nullptr;  // null: judges were not asked
  std::string_view mode = "fast", rubric_version, rubric_sha256;
  std::vector<JudgeSeat> judges;
  std::vector<JudgedTool> tools;  // in the order of the surface
};

JudgeView judge_view(const Evidence& evidence, const Surface& surface);

}  // namespace mcpjury
