// One tool as the text a model is shown: the members an agent sees, without anything private, with invisible
// characters made visible, as one line of JSON. Pure; linear.
#pragma once

#include <string>

#include "base/result.h"
#include "judge/judgement.h"
#include "judge/llm/private_text.h"

namespace mcpjury {

struct JudgedTextLimits {
  std::size_t tool_bytes = 64u << 10;         // a larger tool is not shown at all: half a tool is no tool
  std::size_t instructions_bytes = 4u << 10;  // context only; what is cut is said
  std::size_t source_bytes = 16u << 10;
};

// kLimit when the tool is larger than the limit. No raw line break, fence or invisible character stands in
// the text.
Result<std::string> judged_text(const JudgedUnit& unit, const PrivateWords& words,
                                const JudgedTextLimits& limits);

}  // namespace mcpjury
