#include "observe/remote/origin_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::ElementsAre;

const std::string kUrl = "http://localhost:3000/mcp";
const std::string kDelete = "DELETE " + kUrl;

class OriginProbeTest : public ::testing::Test {
 protected:
  OriginProbe probe(Era era = Era::kLegacy, bool host = false, const std::string& version = "2025-06-18") {
    OriginProbe out;
    const Url url = *parse_url(kUrl);
    client.run([&] { out = probe_origin(client, {url, era, version, "1.0", false}, host); });
    return out;
  }
  static std::string outcome(const JsonObject& probe) { return std::string(find_string(probe, "outcome")); }
  ScriptedClient client;
};

TEST_F(OriginProbeTest, Statuses) {
  for (const auto& [code, wanted] : {std::pair(403, "pass"), std::pair(200, "fail"), std::pair(202, "fail"),
                                     std::pair(401, "not_applicable"), std::pair(421, "not_applicable"),
                                     std::pair(404, "not_applicable"), std::pair(302, "not_applicable")}) {
    client.sent.clear();
    client.on("POST " + kUrl, status(code));
    const OriginProbe seen = probe();
    EXPECT_EQ(outcome(seen.origin), wanted) << code;
    EXPECT_EQ(seen.origin.at("status"), code);
    EXPECT_THAT(client.keys(), ElementsAre("POST " + kUrl + " initialize"));
    EXPECT_TRUE(seen.host.empty());
    EXPECT_TRUE(seen.cors.empty());
  }
}

TEST_F(OriginProbeTest, NoAnswer) {
  client.on("POST " + kUrl, broken(HttpFailure::kTimeout, "headers"));
  const OriginProbe seen = probe();
  EXPECT_EQ(outcome(seen.origin), "not_applicable");
  EXPECT_EQ(find_string(seen.origin, "reason"), "timeout");
}

TEST_F(OriginProbeTest, LegacyRequest) {
  probe();
  const Sent& sent = client.sent.at(0);
  EXPECT_EQ(sent.header("Origin"), "https://mcpjury-origin-probe.invalid");
  EXPECT_EQ(sent.header("Host"), "");
  EXPECT_EQ(sent.header("Authorization"), "");
  EXPECT_EQ(sent.header("MCP-Protocol-Version"), "");
  EXPECT_FALSE(sent.request.carries_secret);
  EXPECT_FALSE(sent.request.follow_redirects);
  EXPECT_EQ(sent.request.purpose, Purpose::kOriginProbe);
  EXPECT_EQ(sent.frame.at("params").at("protocolVersion"), "2025-06-18");
}

TEST_F(OriginProbeTest, ModernRequest) {
  probe(Era::kModern, false, "");
  const Sent& sent = client.sent.at(0);
  EXPECT_EQ(sent.rpc(), "server/discover");
  EXPECT_EQ(sent.header("MCP-Protocol-Version"), "2026-07-28");
  EXPECT_EQ(sent.header("Mcp-Method"), "server/discover");
  EXPECT_EQ(sent.frame.at("params").at("_meta").at("io.modelcontextprotocol/protocolVersion"), "2026-07-28");
}

TEST_F(OriginProbeTest, OpenedSessionIsDeletedAndNothingElseFollows) {
  client.on("POST " + kUrl, answer(200, "text/event-stream", "x", {{"mcp-session-id", "abc123"}}));
  const OriginProbe seen = probe();
  EXPECT_THAT(client.keys(), ElementsAre("POST " + kUrl + " initialize", kDelete));
  EXPECT_EQ(client.sent[1].header("Mcp-Session-Id"), "abc123");
  EXPECT_EQ(client.sent[1].header("Origin"), "");
  EXPECT_EQ(seen.second_session, "abc123");
  EXPECT_EQ(client.body_reads, 0u);
}

TEST_F(OriginProbeTest, SessionIdsThatAreNoneAreNotSentBack) {
  for (const std::string& id :
       {std::string("a\r\nX: y"), std::string("a b"), std::string(5000, 'x'), std::string("\xC3\xA4")}) {
    client.sent.clear();
    client.on("POST " + kUrl, answer(200, "application/json", "{}", {{"Mcp-Session-Id", id}}));
    EXPECT_EQ(probe().second_session, "");
    EXPECT_EQ(client.sent.size(), 1u);
  }
}

TEST_F(OriginProbeTest, ModernEraHasNoSessions) {
  client.on("POST " + kUrl, answer(200, "application/json", "{}", {{"Mcp-Session-Id", "abc"}}));
  EXPECT_EQ(probe(Era::kModern).second_session, "");
  EXPECT_EQ(client.sent.size(), 1u);
}

TEST_F(OriginProbeTest, ForeignHostOnlyWhenAsked) {
  client.on("POST " + kUrl, [](const Sent& sent) {
    return sent.header("Host").empty() ? status(200)
                                       : answer(421, "text/plain", "", {{"Mcp-Session-Id", "second"}});
  });
  const OriginProbe seen = probe(Era::kLegacy, true);
  EXPECT_EQ(outcome(seen.origin), "fail");
  EXPECT_EQ(outcome(seen.host), "pass");
  ASSERT_EQ(client.sent.size(), 3u);
  EXPECT_EQ(client.sent[1].header("Host"), "mcpjury-host-probe.invalid");
  EXPECT_EQ(client.sent[1].header("Origin"), "");
  EXPECT_EQ(client.sent[1].request.purpose, Purpose::kHostProbe);
  EXPECT_EQ(client.sent[2].header("Host"), "");
}

TEST_F(OriginProbeTest, CorsFacts) {
  client.on("POST " + kUrl, answer(200, "application/json", "{}",
                                   {{"Access-Control-Allow-Origin", "https://mcpjury-origin-probe.invalid"},
                                    {"access-control-allow-credentials", "true"},
                                    {"Access-Control-Expose-Headers", "Mcp-Session-Id , x,, \xff"}}));
  EXPECT_EQ(Json(probe().cors),
            json(R"({"allow_origin":"https://mcpjury-origin-probe.invalid","reflects_origin":true,
      "allow_credentials":true,"expose_headers":["Mcp-Session-Id","x","�"]})"));
  client.on("POST " + kUrl, answer(403, "", "", {{"Access-Control-Allow-Origin", "*"}}));
  EXPECT_EQ(Json(probe().cors),
            json(R"({"allow_origin":"*","reflects_origin":false,"allow_credentials":false})"));
}

}  // namespace
}  // namespace mcpjury
