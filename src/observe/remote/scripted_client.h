// For the tests of this folder: an HttpClient without a network. Answers by method, URL and, where there is
// one, JSON-RPC method; keeps every request in order, and a request log as the guarded client writes it.
//
// Owns a real Loop: run() puts the test's body on a fiber. What no script names is answered with 404.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "net/guarded_client.h"
#include "net/http.h"

namespace mcpjury::testing {

inline Json json(std::string_view text) {
  auto parsed = parse_json(text, "test", {});
  return parsed ? std::move(parsed->value) : Json("not JSON");
}

struct Scripted {
  int status = 200;
  std::string body;
  std::vector<HttpHeader> headers;
  HttpFailure failure = HttpFailure::kNone;  // instead of an answer, unless status is kept
  std::string detail;
  bool endless = false;  // the body is repeated for ever
  Milliseconds delay{0};
  std::vector<RedirectHop> hops;
  std::string final_url;
  std::vector<std::string> addresses;
  std::optional<TlsFacts> tls;
};

struct Sent {
  HttpRequest request;
  Json frame;

  std::string rpc() const {
    const JsonObject* object = frame.if_object();
    return object != nullptr ? std::string(find_string(*object, "method")) : std::string();
  }
  std::string id() const {
    const Json* value = find(frame, "id");
    return value != nullptr && value->is_int64() ? std::to_string(value->get_int64()) : "null";
  }
  std::string header(std::string_view name) const {
    for (const HttpHeader& header : request.headers) {
      if (header.name == name) return header.value;
    }
    return {};
  }
  // "POST https://h/mcp initialize"
  std::string key() const {
    return request.method + " " + request.url.raw + (rpc().empty() ? "" : " " + rpc());
  }
};

inline Scripted answer(int status, std::string type, std::string body, std::vector<HttpHeader> headers = {}) {
  Scripted out;
  out.status = status;
  out.body = std::move(body);
  out.headers = std::move(headers);
  if (!type.empty()) out.headers.push_back({"Content-Type", std::move(type)});
  return out;
}
inline Scripted document(std::string body) { return answer(200, "application/json", std::move(body)); }
inline Scripted status(int code) { return answer(code, "text/plain", "no"); }
inline Scripted broken(HttpFailure failure, std::string detail = {}) {
  Scripted out;
  out.status = 0;
  out.failure = failure;
  out.detail = std::move(detail);
  return out;
}
inline Scripted rpc_result(const Sent& sent, std::string_view result) {
  return document(R"({"jsonrpc":"2.0","id":)" + sent.id() + R"(,"result":)" + std::string(result) + "}");
}
inline Scripted rpc_error(const Sent& sent, int http_status, int code, std::string_view message) {
  Scripted out = document(R"({"jsonrpc":"2.0","id":)" + sent.id() + R"(,"error":{"code":)" +
                          std::to_string(code) + R"(,"message":")" + std::string(message) + "\"}}");
  out.status = http_status;
  return out;
}

class ScriptedClient : public HttpClient {
 public:
  using Script = std::function<Scripted(const Sent&)>;

  // `key` is "METHOD URL" or "METHOD URL rpc-method"; the longer one goes first.
  void on(const std::string& key, Script script) { scripts_[key] = std::move(script); }
  void on(const std::string& key, Scripted fixed) {
    scripts_[key] = [fixed = std::move(fixed)](const Sent&) { return fixed; };
  }

  std::unique_ptr<HttpStream> open(HttpRequest request) override {
    Sent one{std::move(request), {}};
    if (one.request.body.starts_with("{")) one.frame = json(one.request.body);
    sent.push_back(one);
    Scripted script = find_script(one);
    if (script.delay.count() > 0) loop_.sleep_until(Loop::now() + script.delay);
    const std::size_t line =
        log.begin({std::string(name_of(one.request.purpose)), one.request.method, shown_url(one.request.url),
                   one.request.label, script.status, script.body.size(), script.delay.count(), "", ""});
    log.at(line).failure = name_of(script.failure);
    log.at(line).detail = script.detail;
    return std::make_unique<Stream>(std::move(script), one.request, body_reads);
  }
  Loop& loop() override { return loop_; }

  void run(std::function<void()> body) {
    loop_.spawn(std::move(body));
    loop_.run();
  }

  std::vector<std::string> keys() const {
    std::vector<std::string> out;
    for (const Sent& one : sent) out.push_back(one.key());
    return out;
  }
  // Of requests made for this purpose only.
  std::vector<std::string> keys(Purpose purpose) const {
    std::vector<std::string> out;
    for (const Sent& one : sent) {
      if (one.request.purpose == purpose) out.push_back(one.key());
    }
    return out;
  }
  bool asked(std::string_view key) const {
    for (const Sent& one : sent) {
      if (one.key() == key) return true;
    }
    return false;
  }

  std::vector<Sent> sent;
  RequestLog log;
  std::size_t body_reads = 0;

 private:
  class Stream : public HttpStream {
   public:
    Stream(Scripted script, const HttpRequest& request, std::size_t& reads)
        : script_(std::move(script)), limit_(request.limits.body_bytes), reads_(reads) {
      head_.status = script_.status;
      head_.http_version = "1.1";
      head_.headers = script_.headers;
      head_.failure = script_.failure;
      head_.failure_detail = script_.detail;
      head_.hops = script_.hops;
      head_.addresses = script_.addresses;
      head_.tls = script_.tls;
      head_.final_url = request.url;
      if (auto url = parse_url(script_.final_url)) head_.final_url = *url;
    }
    const HttpHead& head() const override { return head_; }
    std::string read(TimePoint) override {
      ++reads_;
      if (script_.failure != HttpFailure::kNone || over_) return {};
      received_ += script_.body.size();
      over_ = !script_.endless || received_ > limit_;
      return received_ > limit_ ? std::string() : script_.body;
    }
    HttpFailure failure() const override {
      return received_ > limit_ ? HttpFailure::kTooLarge : script_.failure;
    }
    bool at_end() const override { return over_ && failure() == HttpFailure::kNone; }
    std::size_t received_bytes() const override { return received_; }

   private:
    Scripted script_;
    std::size_t limit_;
    std::size_t& reads_;
    HttpHead head_;
    std::size_t received_ = 0;
    bool over_ = false;
  };

  Scripted find_script(const Sent& one) {
    for (const std::string& key : {one.key(), one.request.method + " " + one.request.url.raw}) {
      if (const auto found = scripts_.find(key); found != scripts_.end()) return found->second(one);
    }
    return status(404);
  }

  Loop loop_;
  std::map<std::string, Script> scripts_;
};

}  // namespace mcpjury::testing
