// The two wire protocols a judge may speak: OpenAI's chat completions (also llama.cpp, Ollama, vLLM and most
// gateways) and Anthropic's messages. What is sent, and what an answer holds; nothing here reaches the
// network.
//
// The readers are total on any bytes and bounded by JSON's depth; whoever answers may be anyone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/llm/model_spec.h"
#include "judge/llm/prompt.h"
#include "net/http.h"

namespace mcpjury {

// What a model has shown that it does not take. Newer models refuse a temperature, older servers a schema;
// each is left out after the refusal named it, and the report says so.
struct Dialect {
  bool temperature = true;
  bool seed = true;  // OpenAI's family only
  enum class Format : std::uint8_t { kSchema, kObject, kNone } format = Format::kSchema;
  bool old_token_name = false;  // "max_tokens" instead of "max_completion_tokens"
};
Dialect first_dialect(const ModelSpec& spec);

inline constexpr int kAnswerTokens = 4096;  // also what a model thinks before it answers
inline constexpr int kSeed = 20250101;

std::string request_body(const ModelSpec& spec, const Prompt& prompt, const Dialect& dialect);
std::vector<HttpHeader> request_headers(const ModelSpec& spec, const ModelKey& key);

// True when the refusal (status 400 or 422) names something the dialect can leave out; the dialect then does.
// `left_out` gets its name.
bool learn(Dialect& dialect, ModelFamily family, std::string_view body, std::string& left_out);

struct WireAnswer {
  // Empty: the text is there. Else why there is none, as in Judgement::why_not: "invalid_answer", "refused",
  // "truncated", "html".
  std::string fault;
  std::string text;   // what the model wrote
  std::string model;  // as the server names it; printable, clipped
  std::uint64_t tokens_in = 0, tokens_out = 0;
};
WireAnswer read_wire_answer(ModelFamily family, std::string_view body);

// The JSON object in what a model wrote: without a thinking part before it and without Markdown fences around
// it. Nothing else is passed over: prose with an object in it is no answer.
std::string_view answer_object(std::string_view text);

}  // namespace mcpjury
