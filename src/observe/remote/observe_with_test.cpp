// Whole looks over scripted answers.
#include "observe/remote/observe_with.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/schema_check.h"
#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kUrl = "https://h.example/mcp";
const std::string kSession = "6f1b2c3d-0000-4000-8000-1234567890ab";

const Json& evidence_schema() {
  static const Json kSchema = [] {
    std::ifstream in(MCPJURY_SOURCE_DIR "/docs/schema/evidence.schema.json");
    return json(std::string{std::istreambuf_iterator<char>(in), {}});
  }();
  return kSchema;
}

class ObserveWithTest : public ::testing::Test {
 protected:
  ObserveWithTest() {
    options.observed_at = "2026-01-01T00:00:00Z";
    options.client_version = "1.0";
  }

  RemoteOutcome look(const std::string& text = kUrl) {
    const Url url = *parse_url(text);
    options.url = text;
    RemoteOutcome out;
    client.run([&] { out = observe_with(client, policy, client.log, url, options); });
    const Json record = evidence_to_json(out.evidence);
    for (const SchemaComplaint& complaint : check_schema(evidence_schema(), record))
      ADD_FAILURE() << complaint.pointer << ": " << complaint.message;
    return out;
  }

  void legacy(const std::string& url = kUrl, const std::string& session = kSession) {
    const std::string post = "POST " + url;
    client.on("GET " + url, status(405));
    client.on("DELETE " + url, status(200));
    client.on(post, [](const Sent& sent) { return rpc_error(sent, 400, -32000, "Server not initialized"); });
    client.on(post + " initialize", [session](const Sent& sent) {
      Scripted out = rpc_result(sent, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                                      R"("serverInfo":{"name":"s","version":"1"}})");
      if (!session.empty())
        out.headers.push_back({"Mcp-Session-Id", session + (sent.header("Origin").empty() ? "" : "x")});
      return out;
    });
    client.on(post + " notifications/initialized", answer(202, "", ""));
    client.on(post + " tools/list", [](const Sent& sent) {
      return rpc_result(sent, R"({"tools":[{"name":"list_a","inputSchema":{"type":"object"}}]})");
    });
  }

  void modern() {
    const std::string post = "POST " + kUrl;
    client.on(post + " server/discover", [](const Sent& sent) {
      return rpc_result(sent, R"({"resultType":"complete","supportedVersions":["2025-11-25","2026-07-28"],)"
                              R"("capabilities":{"tools":{}},"ttlMs":1,"cacheScope":"public"})");
    });
    client.on(post + " tools/list", [](const Sent& sent) {
      return rpc_result(sent, R"({"resultType":"complete","ttlMs":1,"cacheScope":"public","tools":[]})");
    });
  }

  // 401 everywhere, and metadata that leads to a registration.
  void guarded_by_oauth() {
    const std::string challenge = R"(Bearer resource_metadata="https://h.example/prm")";
    for (const char* verb : {"GET ", "POST "})
      client.on(verb + kUrl, answer(401, "application/json", "{}", {{"WWW-Authenticate", challenge}}));
    client.on(
        "GET https://h.example/prm",
        document(R"({"resource":"https://h.example/mcp","authorization_servers":["https://as.example"]})"));
    client.on(
        "GET https://as.example/.well-known/oauth-authorization-server",
        document(
            R"({"issuer":"https://as.example","registration_endpoint":"https://as.example/register",)"
            R"("token_endpoint":"https://as.example/token","grant_types_supported":["client_credentials"]})"));
    client.on(
        "POST https://as.example/register",
        answer(
            201, "application/json",
            R"({"client_id":"c1","client_secret":"canary-secret","registration_access_token":"canary-removal",)"
            R"("registration_client_uri":"https://as.example/register/c1"})"));
    client.on("POST https://as.example/token",
              document(R"({"access_token":"canary-token","token_type":"bearer"})"));
    client.on("DELETE https://as.example/register/c1", status(204));
  }

  static FacetState state(const RemoteOutcome& out, Facet facet) { return out.evidence.facet(facet).state; }
  static const JsonObject& data(const RemoteOutcome& out, Facet facet) {
    static const JsonObject kNone;
    const JsonObject* object = out.evidence.facet(facet).data.if_object();
    return object != nullptr ? *object : kNone;
  }
  static std::vector<std::string> proof(const RemoteOutcome& out) {
    std::vector<std::string> names;
    if (const JsonArray* list = find_array(data(out, Facet::kProtocol), "proof")) {
      for (const Json& name : *list) names.emplace_back(view(name.get_string()));
    }
    return names;
  }
  static std::string everything(const RemoteOutcome& out) {
    return boost::json::serialize(evidence_to_json(out.evidence)) + out.message + out.ended;
  }

  ScriptedClient client;
  AddressPolicy policy;
  RemoteOptions options;
};

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

TEST_F(ObserveWithTest, AuthorizationAtOnce) {
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

TEST_F(ObserveWithTest, AuthorizationForTheListOnly) {
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

TEST_F(ObserveWithTest, CredentialsOfTheUrlAreNamedOnly) {
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

TEST_F(ObserveWithTest, CredentialStaysWithTheConversation) {
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
  for (const Sent& one : client.sent) {
    const bool talks = one.request.purpose == Purpose::kMcp;
    EXPECT_EQ(one.header("Authorization"), talks ? "Bearer canary-token" : "") << one.key();
    EXPECT_EQ(one.request.carries_secret, talks);
  }
}

TEST_F(ObserveWithTest, RegistrationWhenAsked) {
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

TEST_F(ObserveWithTest, TokenThatOpensNothing) {
  guarded_by_oauth();
  options.dcr = true;
  const RemoteOutcome out = look();
  EXPECT_EQ(out.ended, "http:401");
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp");
  EXPECT_EQ(find_object(data(out, Facet::kAuth), "dcr")->at("deleted"), true);
  EXPECT_THAT(everything(out), Not(HasSubstr("canary")));
}

TEST_F(ObserveWithTest, ThreeCallsAScan) {
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
  for (const Sent& one : client.sent)
    calls += one.rpc() ==
                     "tools/"
                     "call"
                 ? 1
                 : 0;
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(find_object(data(out, Facet::kProtocol), "active_probe")->at("ran"), true);
  EXPECT_EQ(out.evidence.target.id, "https://h.example:443/mcp [dcr]");
}

TEST_F(ObserveWithTest, AlwaysDiscover) {
  legacy();
  options.always_discover = true;
  const RemoteOutcome out = look();
  EXPECT_EQ(data(out, Facet::kAuth).at("required"), false);
  EXPECT_EQ(client.keys(Purpose::kDiscovery).size(), 3u);
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
