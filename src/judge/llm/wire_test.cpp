#include "judge/llm/wire.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "judge/llm/fake_model.h"
#include "judge/rubric.h"

namespace mcpjury {
namespace {

const JsonObject parsed_body(const std::string& text) {
  auto parsed = parse_json(text, "body", {});
  EXPECT_TRUE(parsed) << text;
  return parsed ? parsed->value.as_object() : JsonObject();
}

Prompt prompt_for_test() {
  int n = 0;
  return make_prompt(R"({"tool":{"name":"t"}})", false,
                     [&n] { return std::string(31, 'a') + std::to_string(n++); });
}

TEST(Prompt, QuotesTheToolBetweenRandomMarks) {
  const Prompt prompt = prompt_for_test();
  EXPECT_NE(prompt.fence, prompt.canary);
  EXPECT_NE(prompt.user.find("BEGIN " + prompt.fence + " canary " + prompt.canary + "\n{\"tool\""),
            std::string::npos);
  EXPECT_NE(prompt.user.find("\nEND " + prompt.fence + "\n"), std::string::npos);
  EXPECT_EQ(prompt.system.find(prompt.fence), std::string::npos) << "the fixed part is fixed";
  EXPECT_EQ(prompt_sha256().size(), 64u);
  EXPECT_EQ(prompt.system, prompt_system());
  for (std::size_t i = 0; i < kRubricQuestions; ++i) {
    EXPECT_NE(prompt.system.find(rubric_question(static_cast<RubricQuestion>(i))), std::string::npos);
  }
  EXPECT_NE(make_prompt("x", false, system_random_hex).fence,
            make_prompt("x", false, system_random_hex).fence);
}

TEST(Prompt, AFenceThatStandsInTheTextIsNotUsed) {
  int n = 0;
  const Prompt prompt =
      make_prompt("END fence-00", false, [&n] { return std::string(n++ < 2 ? "00" : "11"); });
  EXPECT_EQ(prompt.fence, "fence-11");
}

TEST(Prompt, AnAnswerWithTheMarksGivesAway) {
  const Prompt prompt = make_prompt("x", false, [n = 0]() mutable {
    return n++ == 0 ? std::string("0123456789abcdef") : std::string("fedcba9876543210");
  });
  EXPECT_TRUE(gives_away("the canary is canary-fedcba9876543210", prompt));
  EXPECT_TRUE(gives_away("FENCE 0123-4567-89AB-CDEF", prompt));
  EXPECT_TRUE(gives_away("f e d c b a 9 8 7 6 5 4 3 2 1 0", prompt));
  EXPECT_FALSE(gives_away("a canary and a fence", prompt));
  EXPECT_FALSE(gives_away("", prompt));
}

TEST(Wire, SchemaIsWhatDecodersTake) {
  const std::string schema(wire_schema());
  for (const std::string_view word : {"$ref", "$defs", "$schema", "maxLength", "minLength", "uniqueItems"}) {
    EXPECT_EQ(schema.find(word), std::string::npos) << word;
  }
  const JsonObject root = parsed_body(schema);
  EXPECT_EQ(find_array(root, "required")->size(), find_object(root, "properties")->size());
  const JsonObject* injection = find_object(*find_object(root, "properties"), "injection");
  ASSERT_NE(injection, nullptr);
  EXPECT_EQ(*find(*injection, "additionalProperties"), Json(false));
  EXPECT_EQ(find_string(*find_object(*find_object(*injection, "properties"), "impact"), "type"), "string");
}

TEST(Wire, OpenAiRequest) {
  const auto spec = parse_model_spec("openai:gpt-x");
  const Prompt prompt = prompt_for_test();
  const JsonObject body = parsed_body(request_body(*spec, prompt, first_dialect(*spec)));
  EXPECT_EQ(find_string(body, "model"), "gpt-x");
  EXPECT_EQ(*find(body, "temperature"), Json(0));
  EXPECT_EQ(*find(body, "seed"), Json(kSeed));
  EXPECT_EQ(*find(body, "max_completion_tokens"), Json(kAnswerTokens));
  EXPECT_EQ(*find(body, "stream"), Json(false));
  EXPECT_EQ(find_string(*find_object(body, "response_format"), "type"), "json_schema");
  const JsonArray& messages = *find_array(body, "messages");
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(find_string(messages[0].as_object(), "role"), "system");
  EXPECT_EQ(find_string(messages[1].as_object(), "content"), prompt.user);
  const auto headers = request_headers(*spec, ModelKey("V", "key-1"));
  EXPECT_TRUE(std::any_of(headers.begin(), headers.end(), [](const HttpHeader& each) {
    return each.name == "Authorization" && each.value == "Bearer key-1";
  }));
  EXPECT_EQ(request_headers(*spec, ModelKey()).size(), 2u);
  const auto local = parse_model_spec("ollama:m");
  EXPECT_NE(find(parsed_body(request_body(*local, prompt, first_dialect(*local))), "max_tokens"), nullptr);
}

TEST(Wire, AnthropicRequest) {
  const auto spec = parse_model_spec("anthropic:claude-x");
  const Prompt prompt = prompt_for_test();
  const JsonObject body = parsed_body(request_body(*spec, prompt, first_dialect(*spec)));
  EXPECT_EQ(find_string(body, "system"), prompt.system);
  EXPECT_EQ(*find(body, "max_tokens"), Json(kAnswerTokens));
  EXPECT_EQ(*find(body, "temperature"), Json(0));
  EXPECT_EQ(find(body, "seed"), nullptr);
  EXPECT_EQ(find_string(*find_object(*find_object(body, "output_config"), "format"), "type"), "json_schema");
  EXPECT_EQ(find_array(body, "messages")->size(), 1u);
  const auto headers = request_headers(*spec, ModelKey("V", "key-1"));
  const auto has = [&headers](std::string_view name, std::string_view value) {
    return std::any_of(headers.begin(), headers.end(),
                       [&](const HttpHeader& each) { return each.name == name && each.value == value; });
  };
  EXPECT_TRUE(has("x-api-key", "key-1"));
  EXPECT_TRUE(has("anthropic-version", "2023-06-01"));
}

TEST(Wire, LearnsFromRefusals) {
  using Format = Dialect::Format;
  std::string left_out;
  Dialect dialect;
  EXPECT_TRUE(
      learn(dialect, ModelFamily::kOpenAi,
            R"({"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.",
                        "type":"invalid_request_error","param":"temperature","code":"unsupported_value"}})",
            left_out));
  EXPECT_FALSE(dialect.temperature);
  EXPECT_EQ(left_out, "temperature");
  dialect.old_token_name = true;
  EXPECT_TRUE(learn(
      dialect, ModelFamily::kOpenAi,
      R"({"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}})",
      left_out));
  EXPECT_FALSE(dialect.old_token_name);
  EXPECT_TRUE(
      learn(dialect, ModelFamily::kOpenAi,
            R"({"error":{"code":400,"message":"Either \"json_schema\" or \"grammar\" can be specified"}})",
            left_out));
  EXPECT_EQ(dialect.format, Format::kObject);
  EXPECT_TRUE(learn(dialect, ModelFamily::kOpenAi, "response_format is not supported", left_out));
  EXPECT_EQ(dialect.format, Format::kNone);
  EXPECT_FALSE(learn(dialect, ModelFamily::kOpenAi, "response_format is not supported", left_out));
  Dialect other;
  EXPECT_TRUE(learn(
      other, ModelFamily::kAnthropic,
      R"({"type":"error","error":{"type":"invalid_request_error","message":"output_config: Extra inputs are not permitted"}})",
      left_out));
  EXPECT_EQ(other.format, Format::kNone);
  EXPECT_FALSE(
      learn(other, ModelFamily::kAnthropic, R"({"error":{"message":"prompt is too long"}})", left_out));
}

TEST(Wire, ReadsBothFamilies) {
  WireAnswer answer = read_wire_answer(ModelFamily::kOpenAi, openai_says("hello").body);
  EXPECT_EQ(answer.fault, "");
  EXPECT_EQ(answer.text, "hello");
  EXPECT_EQ(answer.model, "m-2025");
  EXPECT_EQ(answer.tokens_in, 1000u);
  EXPECT_EQ(answer.tokens_out, 100u);
  answer = read_wire_answer(ModelFamily::kAnthropic, anthropic_says("hello").body);
  EXPECT_EQ(answer.fault, "");
  EXPECT_EQ(answer.text, "hello");
  EXPECT_EQ(answer.tokens_in, 1000u);
  EXPECT_EQ(answer.tokens_out, 50u);
}

TEST(Wire, FaultsHaveTheirNames) {
  const auto openai = [](std::string_view body) {
    return read_wire_answer(ModelFamily::kOpenAi, body).fault;
  };
  const auto anthropic = [](std::string_view body) {
    return read_wire_answer(ModelFamily::kAnthropic, body).fault;
  };
  EXPECT_EQ(openai(openai_says("x", "length").body), "truncated");
  EXPECT_EQ(openai(openai_says("x", "content_filter").body), "refused");
  EXPECT_EQ(
      openai(R"({"choices":[{"message":{"content":null,"refusal":"I cannot"},"finish_reason":"stop"}]})"),
      "refused");
  EXPECT_EQ(openai(R"({"choices":[{"message":{"content":null}}]})"), "invalid_answer");
  EXPECT_EQ(openai(R"({"choices":[]})"), "invalid_answer");
  EXPECT_EQ(openai(R"({"choices":[{},{}]})"), "invalid_answer");
  EXPECT_EQ(openai(""), "invalid_answer");
  EXPECT_EQ(openai("[1]"), "invalid_answer");
  EXPECT_EQ(openai("\n<!DOCTYPE html><p>"), "html");
  EXPECT_EQ(openai("<html>"), "html");
  EXPECT_EQ(openai(openai_says("hello").body.substr(0, 60)), "invalid_answer");
  EXPECT_EQ(anthropic(anthropic_says("x", "max_tokens").body), "truncated");
  EXPECT_EQ(anthropic(anthropic_says("x", "refusal").body), "refused");
  EXPECT_EQ(anthropic(R"({"type":"error","error":{"type":"overloaded_error"}})"), "invalid_answer");
  EXPECT_EQ(anthropic(R"({"type":"message","content":[{"type":"tool_use"}]})"), "invalid_answer");
  const WireAnswer odd = read_wire_answer(
      ModelFamily::kOpenAi,
      R"({"model":"a\u001b[31m","usage":{"prompt_tokens":-5,"completion_tokens":1e300},"choices":[{"message":{"content":"x"}}]})");
  EXPECT_EQ(odd.tokens_in, 0u);
  EXPECT_EQ(odd.tokens_out, 0u);
  EXPECT_EQ(odd.model.find('\x1b'), std::string::npos);
}

TEST(Wire, TheObjectInAnAnswer) {
  EXPECT_EQ(answer_object(" {\"a\":1}\n"), "{\"a\":1}");
  EXPECT_EQ(answer_object("```json\n{\"a\":1}\n```"), "{\"a\":1}");
  EXPECT_EQ(answer_object("<think>\nhm {}\n</think>\n\n{\"a\":1}"), "{\"a\":1}");
  EXPECT_EQ(answer_object("<think>for ever"), "");
  EXPECT_EQ(answer_object("```"), "```");
  EXPECT_FALSE(read_answer(answer_object("Sure: {\"a\":1}")));
}

}  // namespace
}  // namespace mcpjury
