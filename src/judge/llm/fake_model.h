// For tests: a client whose answers are a function of the request, and which remembers what was asked.
#pragma once

#include <boost/json/serialize.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "judge/llm/model_panel.h"
#include "net/http.h"

namespace mcpjury {

class FakeModelStream : public HttpStream {
 public:
  explicit FakeModelStream(HttpResponse response) : response_(std::move(response)) {}
  const HttpHead& head() const override { return response_; }
  std::string read(TimePoint) override { return std::exchange(response_.body, {}); }
  HttpFailure failure() const override { return response_.failure; }
  bool at_end() const override { return response_.body.empty() && response_.failure == HttpFailure::kNone; }
  std::size_t received_bytes() const override { return 0; }

 private:
  HttpResponse response_;
};

using FakeModel = std::function<HttpResponse(const HttpRequest&)>;

class FakeModelClient : public HttpClient {
 public:
  FakeModelClient(Loop& loop, FakeModel model, std::vector<HttpRequest>& asked)
      : loop_(loop), model_(std::move(model)), asked_(asked) {}
  std::unique_ptr<HttpStream> open(HttpRequest request) override {
    asked_.push_back(request);
    return std::make_unique<FakeModelStream>(model_(request));
  }
  Loop& loop() override { return loop_; }

 private:
  Loop& loop_;
  FakeModel model_;
  std::vector<HttpRequest>& asked_;
};

inline std::string rubric_json(std::string_view impact, std::string_view reason = "nothing seen") {
  JsonObject answer{{"scope", "server"},     {"exploitability", "unconditional"}, {"impact", impact},
                    {"detection", "subtle"}, {"amplification", "full"},           {"reason", reason}};
  JsonObject all;
  for (std::size_t i = 0; i < kRubricQuestions; ++i) all[name_of(static_cast<RubricQuestion>(i))] = answer;
  return boost::json::serialize(all);
}

inline HttpResponse with_status(int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.body = std::move(body);
  return response;
}

inline HttpResponse openai_says(std::string_view content, std::string_view finish = "stop") {
  JsonObject written{{"role", "assistant"}, {"content", content}, {"refusal", nullptr}};
  JsonObject choice{{"index", 0}, {"message", std::move(written)}, {"finish_reason", finish}};
  JsonObject body{{"id", "chatcmpl-1"},
                  {"object", "chat.completion"},
                  {"model", "m-2025"},
                  {"choices", JsonArray{std::move(choice)}},
                  {"usage", {{"prompt_tokens", 1000}, {"completion_tokens", 100}, {"total_tokens", 1100}}}};
  return with_status(200, boost::json::serialize(body));
}

inline HttpResponse anthropic_says(std::string_view text, std::string_view stop = "end_turn") {
  JsonObject thought{{"type", "thinking"}, {"thinking", "hm"}};
  JsonObject block{{"type", "text"}, {"text", text}};
  JsonObject body{
      {"id", "msg_1"},
      {"type", "message"},
      {"role", "assistant"},
      {"model", "m-2025"},
      {"content", JsonArray{std::move(thought), std::move(block)}},
      {"stop_reason", stop},
      {"usage", {{"input_tokens", 900}, {"cache_read_input_tokens", 100}, {"output_tokens", 50}}}};
  return with_status(200, boost::json::serialize(body));
}

}  // namespace mcpjury
