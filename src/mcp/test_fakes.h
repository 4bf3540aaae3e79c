// For the tests of mcp: an HttpClient and a ServerProcess that play a script and keep every frame they were
// sent.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "mcp/client.h"

namespace mcpjury::testing {

struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::vector<std::string> pieces;  // of the body
  std::vector<HttpHeader> headers;
  bool hangs = false;                             // after the pieces nothing comes until the deadline
  HttpFailure failure = HttpFailure::kNone;       // instead of a head
  HttpFailure body_failure = HttpFailure::kNone;  // after the pieces
};

class FakeStream : public HttpStream {
 public:
  FakeStream(const Answer& answer, const Url& url) : answer_(answer) {
    head_.status = answer.failure == HttpFailure::kNone ? answer.status : 0;
    head_.headers = answer.headers;
    if (!answer.type.empty()) head_.headers.push_back({"Content-Type", answer.type});
    head_.failure = answer.failure;
    head_.final_url = url;
    for (const std::string& piece : answer.pieces) {
      if (!piece.empty()) pieces_.push_back(piece);
    }
  }
  const HttpHead& head() const override { return head_; }
  std::string read(TimePoint) override {
    if (pieces_.empty()) {
      done_ = true;
      return {};
    }
    std::string piece = std::move(pieces_.front());
    pieces_.pop_front();
    received_ += piece.size();
    return piece;
  }
  void push(std::string piece) { pieces_.push_back(std::move(piece)); }
  HttpFailure failure() const override { return done_ ? answer_.body_failure : HttpFailure::kNone; }
  bool at_end() const override {
    return done_ && pieces_.empty() && !answer_.hangs && answer_.body_failure == HttpFailure::kNone;
  }
  std::size_t received_bytes() const override { return received_; }

 private:
  Answer answer_;
  HttpHead head_;
  std::deque<std::string> pieces_;
  bool done_ = false;
  std::size_t received_ = 0;
};

// A request as it was sent, and its frame when it had one.
struct Sent {
  HttpRequest request;
  Json frame;

  std::string method() const {
    const JsonObject* object = frame.if_object();
    return object != nullptr ? std::string(find_string(*object, "method")) : std::string();
  }
  std::int64_t id() const {
    const Json* value = find(frame, "id");
    return value != nullptr && value->is_int64() ? value->get_int64() : 0;
  }
  std::string header(std::string_view name) const {
    for (const HttpHeader& header : request.headers) {
      if (header.name == name) return header.value;
    }
    return {};
  }
};

inline Json json(std::string_view text) {
  auto parsed = parse_json(text, "test", {});
  return parsed ? std::move(parsed->value) : Json();
}

class FakeHttpClient : public HttpClient {
 public:
  using Server = std::function<Answer(const Sent&)>;
  explicit FakeHttpClient(Server server) : server_(std::move(server)) {}

  std::unique_ptr<HttpStream> open(HttpRequest request) override {
    Sent sent{std::move(request), {}};
    if (!sent.request.body.empty()) sent.frame = json(sent.request.body);
    log.push_back(sent);
    auto stream = std::make_unique<FakeStream>(server_(sent), sent.request.url);
    last_stream = stream.get();
    streams.push_back(stream.get());
    return stream;
  }
  // Never asked for: the tests give their own pause to channels that need one.
  Loop& loop() override { std::abort(); }

  std::vector<Sent> log;
  FakeStream* last_stream = nullptr;
  std::vector<FakeStream*> streams;  // one a request; valid while the caller keeps them open

  std::vector<std::string> methods() const {
    std::vector<std::string> out;
    for (const Sent& sent : log)
      out.push_back(sent.request.body.empty() ? sent.request.method : sent.method());
    return out;
  }

 private:
  Server server_;
};

inline std::string result_text(const Sent& sent, std::string_view result) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(sent.id()) + R"(,"result":)" + std::string(result) +
         "}";
}
inline std::string error_text(std::string_view id, int code, std::string_view message,
                              std::string_view data = {}) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"error":{"code":)" + std::to_string(code) +
         R"(,"message":")" + std::string(message) + "\"" +
         (data.empty() ? std::string() : ",\"data\":" + std::string(data)) + "}}";
}
inline Answer result(const Sent& sent, std::string_view text) {
  return {200, "application/json", {result_text(sent, text)}, {}};
}
inline Answer error(const Sent& sent, int status, int code, std::string_view message,
                    std::string_view data = {}) {
  return {status, "application/json", {error_text(std::to_string(sent.id()), code, message, data)}, {}};
}
inline Answer events(std::vector<std::string> pieces) {
  return {200, "text/event-stream; charset=utf-8", std::move(pieces), {}};
}
inline Answer status(int code, std::string type = "text/html", std::string body = "<html>") {
  return {code, std::move(type), {std::move(body)}, {}};
}

inline HttpEndpoint endpoint(std::string_view url = "https://mcp.example/mcp") {
  return {*parse_url(url), {}};
}

inline ClientOptions client_options() {
  ClientOptions options;
  options.client_version = "0.1.0";
  return options;
}

// A child whose output is what the script says to each line it is given.
class FakeProcess : public ServerProcess {
 public:
  struct Script {
    std::function<std::vector<std::string>(const Json&)> answer;  // pieces of output
    std::vector<std::string> greeting;
    std::vector<Json> lines;  // what was written to it
    bool exits_on_first = false;
    bool ended = false;
    int starts = 0;
    std::uint64_t stderr_bytes = 0;
  };
  explicit FakeProcess(std::shared_ptr<Script> script) : script_(std::move(script)) {
    for (const std::string& piece : script_->greeting) out_.push_back(piece);
  }
  std::string read(TimePoint) override {
    if (out_.empty()) return {};
    std::string piece = std::move(out_.front());
    out_.pop_front();
    return piece;
  }
  bool at_end() const override { return exited_ && out_.empty(); }
  bool write(std::string_view bytes, TimePoint) override {
    if (exited_) return false;
    buffer_ += bytes;
    for (std::size_t end; (end = buffer_.find('\n')) != std::string::npos;) {
      const Json line = json(buffer_.substr(0, end));
      buffer_.erase(0, end + 1);
      script_->lines.push_back(line);
      if (script_->exits_on_first) {
        exited_ = true;
        return true;
      }
      for (std::string& piece : script_->answer(line)) {
        if (piece == "EXIT") {
          exited_ = true;
        } else {
          out_.push_back(std::move(piece));
        }
      }
    }
    return true;
  }
  void close_input() override {}
  void end() override { script_->ended = true; }
  std::uint64_t stderr_bytes() const override { return script_->stderr_bytes; }

 private:
  std::shared_ptr<Script> script_;
  std::deque<std::string> out_;
  std::string buffer_;
  bool exited_ = false;
};

inline std::string text_member(const JsonObject& object, std::string_view key) {
  return std::string(find_string(object, key));
}
inline bool has_violation(const Conversation& talk, std::string_view what) {
  const JsonArray* list = find_array(talk.protocol, "violations");
  if (list == nullptr) return false;
  for (const Json& entry : *list) {
    if (find_string(entry.get_object(), "what") == what) return true;
  }
  return false;
}

}  // namespace mcpjury::testing
