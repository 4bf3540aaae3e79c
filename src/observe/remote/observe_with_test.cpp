// Whole looks over scripted answers.
#include "observe/remote/observe_with.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/remote/observe_fixture.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(ObserveWithTest, LegacyServer) {
  legacy();
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "ok");
  EXPECT_TRUE(out.anything_to_grade);
  EXPECT_THAT(proof(out), ElementsAre("initialize", "tool_list"));
  EXPECT_EQ(state(out, Facet::kDefinition), FacetState::kSeen);
  EXPECT_EQ(state(out, Facet::kProtocol), FacetState::kSeen);
  EXPECT_EQ(state(out, Facet::kTransport), FacetState::kSeen);
  EXPECT_EQ(state(out, Facet::kAuth), FacetState::kAbsent);
  EXPECT_EQ(state(out, Facet::kTls), FacetState::kCouldNotSee);
  EXPECT_TRUE(out.evidence.limits.empty());
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp");
  EXPECT_EQ(out.evidence.target.display, kUrl);
  const JsonObject& transport = data(out, Facet::kTransport);
  EXPECT_EQ(find_string(*find_object(transport, "origin_probe"), "outcome"), "fail");
  EXPECT_FALSE(transport.contains("host_probe"));
  EXPECT_EQ(transport.at("repeat_differs"), false);
  const JsonObject& session = *find_object(data(out, Facet::kProtocol), "session");
  EXPECT_EQ(session.at("distinct"), true);
  EXPECT_EQ(session.at("deleted"), true);
  EXPECT_THAT(everything(out), Not(HasSubstr(kSession)));
  EXPECT_EQ(out.evidence.request_log.size(), client.sent.size());
}

TEST_F(ObserveWithTest, SameSessionTwiceIsNotDistinct) {
  legacy();
  client.on("POST " + kUrl + " initialize", [](const Sent& sent) {
    Scripted out = rpc_result(sent, R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}})");
    out.headers.push_back({"Mcp-Session-Id", "always-the-same"});
    return out;
  });
  const RemoteOutcome out = look();
  EXPECT_EQ(find_object(data(out, Facet::kProtocol), "session")->at("distinct"), false);
}

TEST_F(ObserveWithTest, ModernServer) {
  modern();
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "ok");
  EXPECT_THAT(proof(out), ElementsAre("discover", "tool_list"));
  for (const Sent& one : client.sent) {
    if (one.request.purpose != Purpose::kOriginProbe) continue;
    EXPECT_EQ(one.rpc(), "server/discover");
    EXPECT_EQ(one.header("MCP-Protocol-Version"), "2026-07-28");
  }
}

TEST_F(ObserveWithTest, WebPage) {
  for (const char* verb : {"GET ", "POST "}) client.on(verb + kUrl, answer(200, "text/html", "<html>"));
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "protocol-error:not-mcp");
  EXPECT_FALSE(out.anything_to_grade);
  EXPECT_EQ(state(out, Facet::kTransport), FacetState::kSeen);
  EXPECT_EQ(state(out, Facet::kProtocol), FacetState::kCouldNotSee);
  EXPECT_EQ(state(out, Facet::kDefinition), FacetState::kCouldNotSee);
  EXPECT_EQ(state(out, Facet::kAuth), FacetState::kCouldNotSee);
}

TEST_F(ObserveWithTest, ServerError) {
  for (const char* verb : {"GET ", "POST "}) client.on(verb + kUrl, status(500));
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "http:500");
  EXPECT_FALSE(out.anything_to_grade);
  EXPECT_THAT(out.message, HasSubstr("[http:500]"));
}

TEST_F(ObserveWithTest, TooManyRequests) {
  for (const char* verb : {"GET ", "POST "})
    client.on(verb + kUrl, answer(429, "", "", {{"Retry-After", "30"}}));
  const RemoteOutcome out = look();
  EXPECT_EQ(data(out, Facet::kTransport).at("rate_limited"), true);
  EXPECT_EQ(find_string(*find_object(data(out, Facet::kTransport), "mcp_post"), "retry_after"), "30");
}

TEST_F(ObserveWithTest, Unreachable) {
  for (const char* verb : {"GET ", "POST "})
    client.on(verb + kUrl, broken(HttpFailure::kDns, "no such name"));
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "unreachable:dns");
  for (const Facet facet :
       {Facet::kDefinition, Facet::kProtocol, Facet::kTransport, Facet::kTls, Facet::kAuth}) {
    EXPECT_EQ(state(out, facet), FacetState::kCouldNotSee);
    EXPECT_EQ(out.evidence.facet(facet).reason, "unreachable:dns");
  }
  EXPECT_THAT(client.keys(Purpose::kOriginProbe), IsEmpty());
}

TEST_F(ObserveWithTest, Redirects) {
  legacy();
  Scripted moved = status(200);
  moved.hops = {{"http://h.example/mcp", "https://h.example/mcp", 301, true, ""},
                {"https://h.example/mcp", "file:///etc", 302, false, "scheme"}};
  moved.addresses = {"9.9.9.9", "1.1.1.1"};
  moved.tls = TlsFacts{};
  moved.tls->version = "TLSv1.2";
  client.on("GET " + kUrl, moved);
  const RemoteOutcome out = look();
  const JsonObject& transport = data(out, Facet::kTransport);
  EXPECT_EQ(find_array(transport, "redirects")->size(), 2u);
  EXPECT_EQ(Json(*find_array(transport, "addresses")),
            json(R"([{"address":"1.1.1.1","class":"public"},{"address":"9.9.9.9","class":"public"}])"));
  EXPECT_EQ(find_string(data(out, Facet::kTls), "version"), "TLSv1.2");
}

TEST_F(ObserveWithTest, BoundsThatWereMet) {
  legacy();
  client.on("GET " + kUrl, broken(HttpFailure::kTimeout, "headers"));
  const RemoteOutcome out = look();
  EXPECT_EQ(Json(*find_array(data(out, Facet::kTransport), "limits_met")), json(R"(["timeout"])"));
}

TEST_F(ObserveWithTest, ListLimits) {
  legacy();
  int page = 0;
  client.on("POST " + kUrl + " tools/list", [&page](const Sent& sent) {
    return rpc_result(sent, R"({"tools":[],"nextCursor":")" + std::to_string(++page) + "\"}");
  });
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "limit:pages");
  ASSERT_EQ(out.evidence.limits.size(), 1u);
  EXPECT_EQ(out.evidence.limits[0].what, "pages");
  EXPECT_EQ(out.evidence.limits[0].limit, 5u);
  EXPECT_EQ(data(out, Facet::kDefinition).at("truncated"), true);
}

TEST_F(ObserveWithTest, PlainHttpAndLocalTargets) {
  policy = AddressPolicy({"localhost"});
  legacy("http://localhost:3000/mcp/");
  const RemoteOutcome out = look("http://localhost:3000/mcp/");
  EXPECT_EQ(state(out, Facet::kTls), FacetState::kAbsent);
  EXPECT_EQ(out.evidence.target.id, "http://localhost:3000/mcp");
  EXPECT_TRUE(data(out, Facet::kTransport).contains("host_probe"));
}

TEST_F(ObserveWithTest, HashIsStable) {
  legacy();
  const std::string first = evidence_sha256(look().evidence);
  legacy(kUrl, "0a1b2c3d-1111-4111-8111-abcdefabcdef");
  options.observed_at = "2026-02-02T00:00:00Z";
  Scripted slow = status(405);
  slow.delay = Milliseconds(15);
  client.on("GET " + kUrl, slow);
  EXPECT_EQ(evidence_sha256(look().evidence), first);
}

TEST_F(ObserveWithTest, OldSseTransport) {
  client.on("GET " + kUrl,
            answer(200, "text/event-stream", "event: endpoint\ndata: https://evil.example/m?s=1\n\n"));
  const RemoteOutcome out = look();
  const JsonObject& endpoint = *find_object(data(out, Facet::kTransport), "sse_endpoint");
  EXPECT_EQ(endpoint.at("same_origin"), false);
  EXPECT_EQ(out.ended, "refused:cross-origin-endpoint");
  for (const Sent& one : client.sent) EXPECT_EQ(one.request.url.host, "h.example");
}

TEST_F(ObserveWithTest, StoppedWhileTheOtherRequestHangs) {
  legacy();
  Scripted hangs = status(405);
  hangs.delay = Milliseconds(3'600'000);
  client.on("GET " + kUrl, hangs);
  client.on("POST " + kUrl + " tools/list", [this](const Sent& sent) {
    client.loop().stop();
    return rpc_result(sent, R"({"tools":[]})");
  });
  EXPECT_TRUE(look().anything_to_grade);
}

}  // namespace
}  // namespace mcpjury
