// Redirects of every kind, with the guard and the credentials.
#include <gmock/gmock.h>

#include <mutex>

#include "net/client_fixture.h"

namespace mcpjury {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class GuardedRedirectTest : public ClientTest {
 protected:
  // Answers "/x" by the table: a location, or the body when there is none. Keeps what was asked.
  void serve(Connection& connection) {
    for (std::string request = connection.request(); !request.empty(); request = connection.request()) {
      const auto from = request.find(' ') + 1;
      const std::string path = request.substr(from, request.find(' ', from) - from);
      std::pair<int, std::string> rule{0, ""};
      {
        const std::scoped_lock lock(mutex);
        asked.push_back(request);
        if (rules.count(path)) rule = rules[path];
      }
      if (rule.first == 0) {
        connection.answer("end " + path);
      } else {
        connection.answer(
            "", "HTTP/1.1 " + std::to_string(rule.first) + " Moved\r\nLocation: " + rule.second + "\r\n");
      }
    }
  }

  std::mutex mutex;
  std::map<std::string, std::pair<int, std::string>> rules;
  std::vector<std::string> asked;
  ScriptedServer server{[this](Connection& connection) { serve(connection); }};
  ScriptedServer other{[this](Connection& connection) { serve(connection); }};
};

TEST_F(GuardedRedirectTest, GetFollowsAllFiveOnOneConnection) {
  for (const int status : {301, 302, 303, 307, 308}) {
    rules["/a"] = {status, "/b"};
    const auto response = fetch(get(server.url("/a")));
    EXPECT_EQ(response.body, "end /b") << status;
    ASSERT_EQ(response.hops.size(), 1u);
    EXPECT_TRUE(response.hops[0].followed);
    EXPECT_EQ(response.hops[0].status, status);
    EXPECT_EQ(response.final_url.path, "/b");
  }
  EXPECT_EQ(server.connections(), 5);
  EXPECT_EQ(log.entries().size(), 10u);
}

TEST_F(GuardedRedirectTest, PostIsRepeatedByTheRules) {
  rules["/a"] = {307, other.url("/b")};
  EXPECT_EQ(fetch(post(server.url("/a"), "body")).body, "end /b");
  EXPECT_THAT(asked.back(), StartsWith("POST /b"));
  EXPECT_TRUE(asked.back().ends_with("body"));
  rules["/a"] = {302, "/b"};
  const auto same = fetch(post(server.url("/a"), "body"));
  EXPECT_EQ(same.body, "end /b");
  EXPECT_THAT(asked.back(), StartsWith("POST /b"));
  EXPECT_EQ(same.hops[0].reason, "POST repeated on the same origin");
  rules["/a"] = {302, other.url("/b")};
  const auto away = fetch(post(server.url("/a"), "body"));
  EXPECT_EQ(away.status, 302);
  EXPECT_EQ(away.failure, HttpFailure::kNone);
  ASSERT_EQ(away.hops.size(), 1u);
  EXPECT_FALSE(away.hops[0].followed);
}

TEST_F(GuardedRedirectTest, ThreeHopsAndNotFour) {
  rules = {{"/0", {302, "/1"}}, {"/1", {302, "/2"}}, {"/2", {302, "/3"}}};
  EXPECT_EQ(fetch(get(server.url("/0"))).body, "end /3");
  rules["/3"] = {302, "/4"};
  const auto over = fetch(get(server.url("/0")));
  EXPECT_EQ(over.failure, HttpFailure::kRedirectLimit);
  EXPECT_EQ(over.hops.size(), 4u);
  EXPECT_FALSE(over.hops[3].followed);
}

TEST_F(GuardedRedirectTest, ALoop) {
  rules = {{"/a", {302, "/b"}}, {"/b", {302, "/a"}}};
  EXPECT_EQ(fetch(get(server.url("/a"))).failure, HttpFailure::kRedirectLoop);
}

TEST_F(GuardedRedirectTest, TheGuardJudgesEveryHop) {
  rules["/a"] = {302, "http://10.0.0.1/"};
  const auto literal = fetch(get(server.url("/a")));
  EXPECT_EQ(literal.failure, HttpFailure::kRefused);
  EXPECT_EQ(literal.refusal, Refusal::kAddress);
  EXPECT_EQ(literal.status, 302);
  EXPECT_FALSE(literal.hops[0].followed);
  rules["/a"] = {302, "http://inside.example.org/"};
  resolver.answers["inside.example.org"] = {{"192.168.0.1"}};
  const auto name = fetch(get(server.url("/a")));
  EXPECT_EQ(name.failure, HttpFailure::kRefused);
  EXPECT_EQ(name.refusal, Refusal::kAddress);
  EXPECT_EQ(name.status, 302);
  for (const char* target : {"file:///etc/passwd", "gopher://127.0.0.1/", "data:text/plain,x"}) {
    rules["/a"] = {302, target};
    const auto scheme = fetch(get(server.url("/a")));
    EXPECT_EQ(scheme.failure, HttpFailure::kRefused) << target;
    EXPECT_EQ(scheme.refusal, Refusal::kScheme) << target;
  }
}

TEST_F(GuardedRedirectTest, CredentialsStayOnTheirOrigin) {
  auto request = get(server.url("/a"));
  request.headers = {{"Authorization", "Bearer canary"}, {"X-Key", "canary"}, {"Accept", "application/json"}};
  request.carries_secret = true;
  rules["/a"] = {302, "/b"};
  fetch(request);
  EXPECT_THAT(asked.back(), HasSubstr("Bearer canary"));
  rules["/a"] = {302, other.url("/b")};  // another port is another origin
  const auto away = fetch(request);
  EXPECT_EQ(away.body, "end /b");
  EXPECT_EQ(away.hops[0].reason, "credentials dropped");
  EXPECT_THAT(asked.back(), Not(HasSubstr("canary")));
  EXPECT_THAT(asked.back(), HasSubstr("Accept: application/json"));
  auto token = post(server.url("/a"), "client_secret=canary");
  token.purpose = Purpose::kToken;
  token.carries_secret = true;
  rules["/a"] = {307, other.url("/b")};
  const auto kept = fetch(token);
  EXPECT_EQ(kept.status, 307);
  EXPECT_THAT(asked.back(), StartsWith("POST /a"));
}

TEST_F(GuardedRedirectTest, NotAskedToFollow) {
  rules["/a"] = {302, "/b"};
  auto request = get(server.url("/a"));
  request.follow_redirects = false;
  const auto response = fetch(std::move(request));
  EXPECT_EQ(response.status, 302);
  EXPECT_EQ(response.header("location"), "/b");
  EXPECT_EQ(response.failure, HttpFailure::kNone);
}

}  // namespace
}  // namespace mcpjury
