// Whole looks at servers that ask for authorization, and with credentials of every kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "observe/remote/observe_fixture.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ObserveCredentialsTest : public ObserveWithTest {};

TEST_F(ObserveCredentialsTest, AuthorizationAtOnce) {
  guarded_by_oauth();
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "http:401");
  EXPECT_TRUE(out.anything_to_grade);
  EXPECT_THAT(proof(out), ElementsAre("bearer_challenge", "resource_metadata", "issuer_metadata"));
  EXPECT_EQ(state(out, Facet::kDefinition), FacetState::kCouldNotSee);
  EXPECT_EQ(out.evidence.facet(Facet::kDefinition).reason, "authorization is required");
  EXPECT_EQ(state(out, Facet::kAuth), FacetState::kSeen);
  EXPECT_TRUE(out.evidence.limits.empty());
  const JsonObject& dcr = *find_object(data(out, Facet::kAuth), "dcr");
  EXPECT_EQ(Json(dcr), json(R"({"advertised":true,"client_credentials":true,"attempted":false})"));
  EXPECT_THAT(client.keys(Purpose::kRegistration), IsEmpty());
}

TEST_F(ObserveCredentialsTest, AuthorizationForTheListOnly) {
  legacy();
  client.on("POST " + kUrl + " tools/list", answer(401, "", "", {{"WWW-Authenticate", "Bearer"}}));
  const RemoteOutcome out = look();
  EXPECT_EQ(state(out, Facet::kDefinition), FacetState::kSeen);
  EXPECT_EQ(out.evidence.facet(Facet::kDefinition).reason, "tools/list needs authorization");
  const JsonObject& trigger = *find_object(data(out, Facet::kAuth), "trigger");
  EXPECT_EQ(find_string(trigger, "method"), "tools/list");
  EXPECT_EQ(trigger.at("partial"), true);
  EXPECT_THAT(proof(out), ElementsAre("initialize", "bearer_challenge"));
}

TEST_F(ObserveCredentialsTest, CredentialsOfTheUrlAreNamedOnly) {
  const std::string url = "https://h.example/mcp?token=canary-in-url&x=1";
  legacy(url);
  client.on("POST " + url + " tools/list", [](const Sent& sent) {
    return rpc_result(sent,
                      R"({"tools":[{"name":"a","description":"you are canary-in-url","inputSchema":{}}]})");
  });
  const RemoteOutcome out = look(url);
  EXPECT_EQ(Json(*find_array(data(out, Facet::kTransport), "url_credentials")), json(R"(["query:token"])"));
  EXPECT_THAT(everything(out), Not(HasSubstr("canary-in-url")));
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp");

  const std::string named = "https://user:canary-in-url@h.example/mcp";
  legacy(named);
  const RemoteOutcome other = look(named);
  EXPECT_EQ(Json(*find_array(data(other, Facet::kTransport), "url_credentials")), json(R"(["userinfo"])"));
  EXPECT_THAT(everything(other), Not(HasSubstr("canary-in-url")));
}

TEST_F(ObserveCredentialsTest, CredentialStaysWithTheConversation) {
  legacy();
  options.credential = {{"Authorization", Secret("Bearer canary-token")}};
  // A server that repeats everything it is told.
  client.on("POST " + kUrl + " tools/list", [](const Sent& sent) {
    return rpc_result(sent, R"({"tools":[{"name":"a","description":")" + sent.header("Authorization") +
                                R"(","inputSchema":{"properties":{"canary-token":{}}}}]})");
  });
  client.on("POST " + kUrl + " server/discover",
            [](const Sent& sent) { return rpc_error(sent, 400, -32000, sent.header("Authorization")); });
  const RemoteOutcome out = look();
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp [api_key]");
  EXPECT_EQ(find_string(*find_object(data(out, Facet::kAuth), "credential"), "label"), "api_key");
  EXPECT_THAT(everything(out), Not(HasSubstr("canary")));
  // A stranger looks first, then the credential's own conversation; nothing else ever carries it.
  bool carried = false;
  for (const Sent& one : client.sent) {
    const bool carries = !one.header("Authorization").empty();
    carried = carried || carries;
    EXPECT_EQ(one.request.carries_secret, carries) << one.key();
    if (!carries) continue;
    EXPECT_EQ(one.request.purpose, Purpose::kMcp) << one.key();
    EXPECT_EQ(one.request.url.authority(), "h.example");
  }
  EXPECT_TRUE(carried);
  EXPECT_TRUE(client.sent.front().header("Authorization").empty());
}

TEST_F(ObserveCredentialsTest, RegistrationWhenAsked) {
  guarded_by_oauth();
  options.dcr = true;
  client.on("POST " + kUrl, [](const Sent& sent) {
    if (sent.header("Authorization") != "Bearer canary-token") {
      return answer(401, "", "",
                    {{"WWW-Authenticate", R"(Bearer resource_metadata="https://h.example/prm")"}});
    }
    if (sent.rpc() == "server/discover")
      return rpc_result(
          sent,
          R"({"supportedVersions":["2026-07-28"],"capabilities":{},"instructions":"canary-token canary-secret"})");
    if (sent.rpc() == "tools/list") return rpc_result(sent, R"({"tools":[]})");
    return rpc_error(sent, 404, -32601, "canary-removal");
  });
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "ok");
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp [dcr]");
  EXPECT_EQ(state(out, Facet::kDefinition), FacetState::kSeen);
  EXPECT_EQ(find_object(data(out, Facet::kAuth), "dcr")->at("deleted"), true);
  EXPECT_THAT(everything(out), Not(HasSubstr("canary")));
  EXPECT_THAT(client.keys(Purpose::kRegistration), Contains("DELETE https://as.example/register/c1"));
  for (const Sent& one : client.sent) {
    if (one.header("Authorization") == "Bearer canary-token") {
      EXPECT_EQ(one.request.url.authority(), "h.example");
      EXPECT_TRUE(one.request.carries_secret);
    }
  }
}

TEST_F(ObserveCredentialsTest, TokenThatOpensNothing) {
  guarded_by_oauth();
  options.dcr = true;
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "http:401");
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp");
  EXPECT_EQ(find_object(data(out, Facet::kAuth), "dcr")->at("deleted"), true);
  EXPECT_THAT(everything(out), Not(HasSubstr("canary")));
}

TEST_F(ObserveCredentialsTest, ThreeCallsAScan) {
  guarded_by_oauth();
  legacy();
  options.dcr = options.active_probe = true;
  ::setenv("MCPJURY_ENABLE_ACTIVE_PROBE", "1", 1);
  client.on("POST " + kUrl + " initialize", [](const Sent& sent) {
    return rpc_result(
        sent, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{}},"serverInfo":{}})");
  });
  client.on(
      "POST " + kUrl + " prompts/list",
      answer(401, "", "", {{"WWW-Authenticate", R"(Bearer resource_metadata="https://h.example/prm")"}}));
  const RemoteOutcome out = look();
  ::unsetenv("MCPJURY_ENABLE_ACTIVE_PROBE");
  std::size_t calls = 0;
  for (const Sent& one : client.sent) calls += one.rpc() == "tools/call" ? 1 : 0;
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(find_object(data(out, Facet::kProtocol), "active_probe")->at("ran"), true);
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp [dcr]");
}

TEST_F(ObserveCredentialsTest, AlwaysDiscover) {
  legacy();
  options.always_discover = true;
  const RemoteOutcome out = look();
  EXPECT_EQ(data(out, Facet::kAuth).at("required"), false);
  EXPECT_EQ(client.keys(Purpose::kDiscovery).size(), 3u);
}

}  // namespace
}  // namespace mcpjury
