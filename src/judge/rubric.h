// The rubric as published: its version, the text of its questions, the JSON schema of an answer, and the hash
// of all that. Constant data.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "judge/judgement.h"

namespace mcpjury {

inline constexpr std::string_view kRubricVersion = "1";
std::string_view rubric_question(RubricQuestion question);
// JSON Schema 2020-12 of what a language model must answer.
std::string_view rubric_answer_schema();
// Over version, questions, levels and schema.
const std::string& rubric_sha256();
// A judge's raw JSON text as a judgement; refuses what the schema refuses and clips nothing silently.
Result<Judgement> read_answer(std::string_view text);

}  // namespace mcpjury
