#include "judge/llm/wire.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/json.h"

namespace mcpjury {
namespace {

Json schema_value() {
  auto parsed = parse_json(wire_schema(), "schema", {});
  return parsed ? std::move(parsed->value) : Json(JsonObject());
}

JsonObject message(std::string_view role, std::string_view content) {
  JsonObject out;
  out["role"] = role;
  out["content"] = content;
  return out;
}

std::string openai_body(const ModelSpec& spec, const Prompt& prompt, const Dialect& dialect) {
  JsonObject body;
  body["model"] = spec.model;
  body["messages"] = JsonArray{message("system", prompt.system), message("user", prompt.user)};
  body["stream"] = false;
  body[dialect.old_token_name ? "max_tokens" : "max_completion_tokens"] = kAnswerTokens;
  if (dialect.temperature) body["temperature"] = 0;
  if (dialect.seed) body["seed"] = kSeed;
  if (dialect.format == Dialect::Format::kSchema) {
    JsonObject named;
    named["name"] = "rubric_answer";
    named["strict"] = true;
    named["schema"] = schema_value();
    JsonObject format;
    format["type"] = "json_schema";
    format["json_schema"] = std::move(named);
    body["response_format"] = std::move(format);
  } else if (dialect.format == Dialect::Format::kObject) {
    body["response_format"] = JsonObject{{"type", "json_object"}};
  }
  return boost::json::serialize(body);
}

std::string anthropic_body(const ModelSpec& spec, const Prompt& prompt, const Dialect& dialect) {
  JsonObject body;
  body["model"] = spec.model;
  body["max_tokens"] = kAnswerTokens;
  body["system"] = prompt.system;
  body["messages"] = JsonArray{message("user", prompt.user)};
  if (dialect.temperature) body["temperature"] = 0;
  if (dialect.format == Dialect::Format::kSchema) {
    JsonObject format;
    format["type"] = "json_schema";
    format["schema"] = schema_value();
    body["output_config"] = JsonObject{{"format", std::move(format)}};
  }
  return boost::json::serialize(body);
}

// Counts come from whoever answers; no answer has more tokens than this.
std::uint64_t count_of(const JsonObject& usage, std::string_view name) {
  constexpr std::uint64_t kMost = 10'000'000;
  const Json* value = find(usage, name);
  if (value == nullptr) return 0;
  if (value->is_int64())
    return std::min(kMost, static_cast<std::uint64_t>(std::max<std::int64_t>(0, value->get_int64())));
  return value->is_uint64() ? std::min(kMost, value->get_uint64()) : 0;
}

bool is_html(std::string_view body) {
  const std::string_view start = ascii::trimmed(body).substr(0, 15);
  return ascii::equal_ignoring_case(start.substr(0, 5), "<html") ||
         ascii::equal_ignoring_case(start.substr(0, 9), "<!doctype");
}

void read_openai(const JsonObject& root, WireAnswer& out) {
  if (const JsonObject* usage = find_object(root, "usage")) {
    out.tokens_in = count_of(*usage, "prompt_tokens");
    out.tokens_out = count_of(*usage, "completion_tokens");
  }
  const JsonArray* choices = find_array(root, "choices");
  const JsonObject* choice =
      choices != nullptr && choices->size() == 1 ? choices->front().if_object() : nullptr;
  const JsonObject* written = choice != nullptr ? find_object(*choice, "message") : nullptr;
  if (written == nullptr) return;
  const std::string_view reason = find_string(*choice, "finish_reason");
  if (!find_string(*written, "refusal").empty() || reason == "content_filter") {
    out.fault = "refused";
  } else if (reason == "length") {
    out.fault = "truncated";
  } else if (const std::string_view text = find_string(*written, "content"); !text.empty()) {
    out.text = std::string(text);
    out.fault.clear();
  }
}

void read_anthropic(const JsonObject& root, WireAnswer& out) {
  if (const JsonObject* usage = find_object(root, "usage")) {
    out.tokens_in = count_of(*usage, "input_tokens") + count_of(*usage, "cache_creation_input_tokens") +
                    count_of(*usage, "cache_read_input_tokens");
    out.tokens_out = count_of(*usage, "output_tokens");
  }
  const JsonArray* content = find_array(root, "content");
  if (find_string(root, "type") != "message" || content == nullptr) return;
  const std::string_view reason = find_string(root, "stop_reason");
  if (reason == "refusal") {
    out.fault = "refused";
    return;
  }
  if (reason == "max_tokens" || reason == "model_context_window_exceeded") {
    out.fault = "truncated";
    return;
  }
  for (const Json& each : *content) {
    const JsonObject* block = each.if_object();
    if (block != nullptr && find_string(*block, "type") == "text") out.text += find_string(*block, "text");
  }
  if (!out.text.empty()) out.fault.clear();
}

// "error": {"message": …} of both families; some servers answer with a bare text or "detail".
std::string refusal_text(std::string_view body) {
  std::string text(body.substr(0, 4096));
  const auto parsed =
      parse_json(body, "answer", {.max_depth = 32, .note_duplicate_keys = false, .storage = {}});
  if (parsed && parsed->value.is_object()) {
    if (const JsonObject* error = find_object(parsed->value.get_object(), "error")) {
      text = std::string(find_string(*error, "param")) + " " + std::string(find_string(*error, "message"));
    }
  }
  return ascii::lowered(text);
}

}  // namespace

Dialect first_dialect(const ModelSpec& spec) {
  Dialect dialect;
  // The local servers know the older name; the provider itself refuses it for newer models.
  dialect.old_token_name = spec.provider != "openai";
  return dialect;
}

std::string request_body(const ModelSpec& spec, const Prompt& prompt, const Dialect& dialect) {
  return spec.family == ModelFamily::kOpenAi ? openai_body(spec, prompt, dialect)
                                             : anthropic_body(spec, prompt, dialect);
}

std::vector<HttpHeader> request_headers(const ModelSpec& spec, const ModelKey& key) {
  std::vector<HttpHeader> headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  if (spec.family == ModelFamily::kAnthropic) {
    headers.push_back({"anthropic-version", "2023-06-01"});
    if (!key.empty()) headers.push_back({"x-api-key", std::string(key.reveal())});
  } else if (!key.empty()) {
    headers.push_back({"Authorization", "Bearer " + std::string(key.reveal())});
  }
  return headers;
}

bool learn(Dialect& dialect, ModelFamily family, std::string_view body, std::string& left_out) {
  const std::string text = refusal_text(body);
  const auto names = [&text](std::string_view word) { return text.find(word) != std::string::npos; };
  if (dialect.temperature && names("temperature")) {
    dialect.temperature = false;
    left_out = "temperature";
    return true;
  }
  if (family == ModelFamily::kOpenAi) {
    if (!dialect.old_token_name && names("max_completion_tokens") && !names("max_tokens")) {
      dialect.old_token_name = true;
      left_out = "max_completion_tokens";
      return true;
    }
    if (dialect.old_token_name && names("max_tokens") && names("max_completion_tokens")) {
      dialect.old_token_name = false;
      left_out = "max_tokens";
      return true;
    }
    if (dialect.seed && names("seed")) {
      dialect.seed = false;
      left_out = "seed";
      return true;
    }
  }
  const bool form = names("response_format") || names("json_schema") || names("schema") ||
                    names("output_config") || names("grammar") || names("structured output");
  if (form && dialect.format != Dialect::Format::kNone) {
    left_out = dialect.format == Dialect::Format::kSchema ? "schema" : "response_format";
    const bool next = dialect.format == Dialect::Format::kSchema && family == ModelFamily::kOpenAi;
    dialect.format = next ? Dialect::Format::kObject : Dialect::Format::kNone;
    return true;
  }
  return false;
}

WireAnswer read_wire_answer(ModelFamily family, std::string_view body) {
  WireAnswer out;
  out.fault = "invalid_answer";
  const auto parsed =
      parse_json(body, "answer", {.max_depth = 32, .note_duplicate_keys = false, .storage = {}});
  if (!parsed || !parsed->value.is_object()) {
    if (is_html(body)) out.fault = "html";
    return out;
  }
  const JsonObject& root = parsed->value.get_object();
  out.model = escape_terminal(clip(find_string(root, "model"), 100));
  if (family == ModelFamily::kOpenAi) {
    read_openai(root, out);
  } else {
    read_anthropic(root, out);
  }
  return out;
}

std::string_view answer_object(std::string_view text) {
  text = ascii::trimmed(text);
  constexpr std::string_view kOpen = "<think>", kClose = "</think>";
  if (text.starts_with(kOpen)) {
    const std::size_t end = text.find(kClose);
    if (end == std::string_view::npos) return {};
    text = ascii::trimmed(text.substr(end + kClose.size()));
  }
  if (text.starts_with("```") && text.ends_with("```") && text.size() > 6) {
    const std::size_t line = text.find('\n');
    if (line == std::string_view::npos) return {};
    text = ascii::trimmed(text.substr(line, text.size() - line - 3));
  }
  return text;
}

}  // namespace mcpjury
