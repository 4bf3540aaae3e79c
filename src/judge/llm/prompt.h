// What a language model is asked. The fixed part (the rubric, the levels, how to answer) is the system text
// and is hashed; the judged text comes in the user's message as quoted data between two lines that carry a
// random fence, with a random canary inside. Whoever wrote the tool knows neither, so he can neither close
// the quotation nor keep a model that follows him from giving itself away.
//
// Values; thread safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mcpjury {

// 32 hexadecimal digits from the system's random source; a seam for tests.
using RandomHex = std::function<std::string()>;
std::string system_random_hex();

struct Prompt {
  std::string system, user;
  std::string fence, canary;
};

// The system text, the same for every model and tool.
const std::string& prompt_system();
// Of everything in a prompt that is fixed: the system text and the frame of the user's message.
const std::string& prompt_sha256();

// `again`: the model's first answer could not be read. A new fence and canary every time.
Prompt make_prompt(std::string_view judged, bool again, const RandomHex& random);

// Does the answer hold the fence or the canary, also with other characters strewn between or in capitals?
// Then the model repeats what it was given instead of judging it.
bool gives_away(std::string_view answer, const Prompt& prompt);

// Answers must be in this form; the rubric's schema without what the constrained decoders of the providers
// refuse: references are resolved, lengths dropped, every member required.
std::string_view wire_schema();

}  // namespace mcpjury
