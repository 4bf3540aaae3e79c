// For tests: a loop, a resolver with a script, and a guarded client that may reach loopback.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "net/guarded_client.h"
#include "net/scripted_server.h"

namespace mcpjury {

class FakeResolver : public Resolver {
 public:
  std::map<std::string, std::vector<std::vector<std::string>>>
      answers;  // one list a question; the last repeats
  std::vector<std::string> asked;

  Resolution resolve(const std::string& host, TimePoint) override {
    asked.push_back(host);
    Resolution result;
    auto& script = answers[host];
    if (script.empty()) {
      result.state = Resolution::State::kNoSuchName;
      return result;
    }
    for (const auto& text : script.front()) result.addresses.push_back(*parse_ip(text));
    if (script.size() > 1) script.erase(script.begin());
    result.state = Resolution::State::kOk;
    return result;
  }
};

class ClientTest : public ::testing::Test {
 protected:
  using Connection = ScriptedServer::Connection;

  static HttpRequest get(const std::string& url) {
    HttpRequest request;
    auto parsed = parse_url(url);
    EXPECT_TRUE(parsed.ok()) << url;
    if (parsed) request.url = *parsed;
    request.limits.total = Milliseconds(3000);
    return request;
  }
  static HttpRequest post(const std::string& url, std::string body) {
    HttpRequest request = get(url);
    request.method = "POST";
    request.body = std::move(body);
    return request;
  }

  // Runs `body` in a fiber with a client of its own.
  void with_client(const std::function<void(GuardedClient&)>& body) {
    loop.spawn([this, &body] {
      GuardedClientOptions options;
      options.policy = AddressPolicy(allowed);
      options.user_agent = "test/1";
      options.deadline = deadline;
      GuardedClient client(loop, resolver, trust ? *trust : default_trust, log, options);
      body(client);
    });
    loop.run();
  }

  HttpResponse fetch(HttpRequest request) {
    HttpResponse response;
    with_client([&](GuardedClient& client) { response = client.send(std::move(request)); });
    return response;
  }

  // The answer to any request on a plain server that says these bytes and then waits or closes.
  HttpResponse answer_to(const std::string& bytes, bool hold = false,
                         Milliseconds total = Milliseconds(3000)) {
    ScriptedServer server([&](Connection& connection) {
      if (connection.request().empty()) return;
      connection.say(bytes);
      if (hold) connection.hold();
    });
    HttpRequest request = get(server.url());
    request.limits.total = total;
    return fetch(std::move(request));
  }

  Loop loop;
  FakeResolver resolver;
  TrustStore default_trust;
  const TrustStore* trust = nullptr;
  RequestLog log;
  std::vector<std::string> allowed = {"127.0.0.1", "localhost", "other.test", "a.test"};
  TimePoint deadline = TimePoint::max();
};

}  // namespace mcpjury
