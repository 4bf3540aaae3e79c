// Where metadata is looked for, in which order, and where never.
#include "observe/remote/auth_discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

using namespace std::string_literals;

const std::string kH = "https://h.example";
const std::string kPrm = "/.well-known/oauth-protected-resource";
const std::string kAs = "/.well-known/oauth-authorization-server";
const std::string kOidc = "/.well-known/openid-configuration";

class AuthDiscoveryTest : public ::testing::Test {
 protected:
  AuthDiscovery discover(const std::string& endpoint, std::vector<std::string> challenges = {"Bearer"}) {
    const Url url = *parse_url(endpoint);
    const AuthTrigger trigger{"initialize", 401, false, std::move(challenges)};
    AuthDiscovery found;
    client.run([&] { found = discover_authorization(client, policy, url, &trigger); });
    return found;
  }
  std::vector<std::string> urls() const {
    std::vector<std::string> out;
    for (const Sent& one : client.sent) out.push_back(one.request.url.raw);
    return out;
  }
  static std::vector<std::string> members(const JsonObject& auth, std::string_view list,
                                          std::string_view member) {
    std::vector<std::string> out;
    if (const JsonArray* array = find_array(auth, list)) {
      for (const Json& item : *array) out.emplace_back(find_string(item.get_object(), member));
    }
    return out;
  }
  static bool flag(const JsonObject& object, std::string_view key) {
    const Json* value = find(object, key);
    return value != nullptr && value->is_bool() && value->get_bool();
  }
  // A resource document that names these issuers.
  void resource(const std::string& url, const std::string& resource, const std::string& issuers) {
    client.on("GET " + url,
              document(R"({"resource":")" + resource + R"(","authorization_servers":[)" + issuers + "]}"));
  }
  void issuer(const std::string& url, const std::string& issuer, const std::string& more = {}) {
    client.on("GET " + url, document(R"({"issuer":")" + issuer + "\"" + more + "}"));
  }

  ScriptedClient client;
  AddressPolicy policy;
};

TEST_F(AuthDiscoveryTest, ResourceCandidatesOfEachEndpoint) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> table = {
      {kH, {kH + kPrm}},
      {kH + "/", {kH + kPrm}},
      {kH + "/public/mcp", {kH + kPrm + "/public/mcp", kH + kPrm}},
      {kH + ":8443/mcp?k=v", {kH + ":8443" + kPrm + "/mcp?k=v", kH + ":8443" + kPrm}},
      {kH + "/mcp/", {kH + kPrm + "/mcp/", kH + kPrm + "/mcp", kH + kPrm}},
  };
  for (const auto& [endpoint, wanted] : table) {
    client.sent.clear();
    discover(endpoint);
    std::vector<std::string> asked = urls();
    // No document at all: the origin as issuer, last.
    ASSERT_FALSE(asked.empty());
    EXPECT_EQ(asked.back(), parse_url(endpoint)->origin() + kAs);
    asked.pop_back();
    EXPECT_EQ(asked, wanted) << endpoint;
  }
}

TEST_F(AuthDiscoveryTest, ChallengeGoesFirstAndIsEnough) {
  resource("https://meta.example/prm", kH + "/mcp", "");
  const auto found =
      discover(kH + "/mcp", {R"(Bearer resource_metadata="https://meta.example/prm", scope="a b")"});
  EXPECT_THAT(urls(), ElementsAre("https://meta.example/prm"));
  const JsonObject& kept = *find_object(found.auth, "resource_metadata");
  EXPECT_EQ(find_string(kept, "via"), "challenge");
  EXPECT_EQ(find_string(kept, "resource_match"), "equal");
  EXPECT_FALSE(found.auth.contains("hint_broken"));
  EXPECT_EQ(found.offer.scope, "a b");
  EXPECT_THAT(found.proof, ElementsAre("bearer_challenge", "resource_metadata"));
}

TEST_F(AuthDiscoveryTest, BrokenHintGoesOn) {
  for (const Scripted& broken_answer :
       {status(404), status(500), document("[1]"), broken(HttpFailure::kDns, "no such name")}) {
    client.sent.clear();
    client.on("GET https://meta.example/prm", broken_answer);
    resource(kH + kPrm, kH + "/mcp", "");
    const auto found = discover(kH + "/mcp", {R"(Bearer resource_metadata="https://meta.example/prm")"});
    EXPECT_THAT(urls(), ElementsAre("https://meta.example/prm", kH + kPrm + "/mcp", kH + kPrm));
    EXPECT_TRUE(flag(found.auth, "hint_broken"));
    EXPECT_EQ(find_string(*find_object(found.auth, "resource_metadata"), "via"), "root");
  }
}

TEST_F(AuthDiscoveryTest, ServerErrorStops) {
  client.on("GET " + kH + kPrm + "/mcp", status(503));
  const auto found = discover(kH + "/mcp");
  EXPECT_THAT(urls(), ElementsAre(kH + kPrm + "/mcp"));
  EXPECT_FALSE(found.auth.contains("legacy_fallback"));
}

TEST_F(AuthDiscoveryTest, BadGatewayGoesOn) {
  client.on("GET " + kH + kPrm + "/mcp", status(502));
  discover(kH + "/mcp");
  EXPECT_THAT(urls(), ElementsAre(kH + kPrm + "/mcp", kH + kPrm, kH + kAs));
}

TEST_F(AuthDiscoveryTest, IssuerCandidatesAndNoTrap) {
  const std::string a = "https://a.example";
  const std::vector<std::pair<std::string, std::vector<std::string>>> table = {
      {a, {a + kAs, a + kOidc}},
      {a + "/", {a + kAs, a + kOidc}},
      {a + "/t1", {a + kAs + "/t1", a + kOidc + "/t1", a + "/t1" + kOidc}},
      {a + "/t1/", {a + kAs + "/t1", a + kOidc + "/t1", a + "/t1" + kOidc}},
  };
  for (const auto& [name, wanted] : table) {
    client.sent.clear();
    resource(kH + kPrm, kH, "\"" + name + "\"");
    discover(kH);
    std::vector<std::string> asked = urls();
    ASSERT_FALSE(asked.empty());
    asked.erase(asked.begin());
    EXPECT_EQ(asked, wanted) << name;
  }
}

TEST_F(AuthDiscoveryTest, FirstUsableIssuerDocumentEndsTheSearch) {
  resource(kH + kPrm, kH, "\"https://a.example/t\"");
  issuer("https://a.example" + kOidc + "/t", "https://a.example/t",
         R"(,"registration_endpoint":"https://a.example/r","token_endpoint":"https://a.example/tok",)"
         R"("grant_types_supported":["client_credentials"])");
  const auto found = discover(kH);
  EXPECT_THAT(urls(),
              ElementsAre(kH + kPrm, "https://a.example" + kAs + "/t", "https://a.example" + kOidc + "/t"));
  EXPECT_THAT(members(found.auth, "issuers", "via"), ElementsAre("oidc_insertion"));
  EXPECT_TRUE(found.offer.advertised);
  EXPECT_TRUE(found.offer.client_credentials);
  EXPECT_EQ(found.offer.resource, kH);
}

TEST_F(AuthDiscoveryTest, IssuerServerErrorStopsThisIssuerOnly) {
  resource(kH + kPrm, kH, R"("https://a.example/t","https://b.example")");
  client.on("GET https://a.example" + kAs + "/t", status(500));
  discover(kH);
  EXPECT_THAT(urls(), ElementsAre(kH + kPrm, "https://a.example" + kAs + "/t", "https://b.example" + kAs,
                                  "https://b.example" + kOidc));
}

TEST_F(AuthDiscoveryTest, ResourceOfAnotherOriginIsNotFollowed) {
  for (const std::string& other : {std::string("https://evil.example/mcp"), kH + "/other"}) {
    client.sent.clear();
    resource(kH + kPrm + "/mcp", other, "\"https://a.example\"");
    const auto found = discover(kH + "/mcp");
    EXPECT_THAT(urls(), ElementsAre(kH + kPrm + "/mcp"));
    EXPECT_EQ(find_string(*find_object(found.auth, "resource_metadata"), "resource_match"), "different");
    EXPECT_FALSE(found.auth.contains("issuers"));
    EXPECT_FALSE(found.offer.advertised);
  }
}

TEST_F(AuthDiscoveryTest, OtherIssuerIsStoredNotUsed) {
  const std::string offer = R"(,"registration_endpoint":"https://a.example/r")";
  for (const auto& [written, match] : {std::pair("https://evil.example", "different"),
                                       std::pair("https://a.example/", "trailing_slash_only")}) {
    resource(kH + kPrm, kH, "\"https://a.example\"");
    issuer("https://a.example" + kAs, written, offer);
    const auto found = discover(kH);
    EXPECT_THAT(members(found.auth, "issuers", "issuer_match"), ElementsAre(match));
    EXPECT_TRUE((*find_array(found.auth, "issuers"))[0].get_object().contains("document"));
    EXPECT_FALSE(found.offer.advertised);
  }
}

TEST_F(AuthDiscoveryTest, AtMostThreeIssuersAndTwelveFetches) {
  resource(kH + kPrm, kH + "/mcp/",
           R"("https://a.example/t","https://b.example/t","https://c.example/t","https://d.example/t")");
  const auto found = discover(kH + "/mcp/", {R"(Bearer resource_metadata="https://meta.example/x")"});
  EXPECT_THAT(urls(), SizeIs(12));
  EXPECT_THAT(urls(), Each(Not(HasSubstr("d.example"))));
  EXPECT_THAT(members(found.auth, "issuers", "issuer"), SizeIs(3));
  EXPECT_THAT(members(found.auth, "fetches", "error"), Contains("fetch limit of the scan reached"));
}

TEST_F(AuthDiscoveryTest, GuardedHintsAreNotAsked) {
  for (const auto& [hint, reason] :
       {std::pair("https://10.0.0.1/x", "address"), std::pair("http://meta.example/x", "not_https"),
        std::pair("javascript:alert(1)", "scheme"), std::pair("data:text/plain,x", "scheme"),
        std::pair("https://metadata.google.internal/x", "metadata"),
        std::pair("https://x.local/y", "host_name"), std::pair("https://0x7f.1/", "odd_number"),
        std::pair("/relative", "url")}) {
    client.sent.clear();
    const auto found = discover(kH, {std::string("Bearer resource_metadata=\"") + hint + "\""});
    EXPECT_THAT(urls(), ElementsAre(kH + kPrm, kH + kAs)) << hint;
    EXPECT_TRUE(flag(found.auth, "hint_broken")) << hint;
    EXPECT_THAT(members(found.auth, "guarded", "url"), ElementsAre(hint));
    EXPECT_THAT(members(found.auth, "guarded", "reason"), ElementsAre(reason)) << hint;
    EXPECT_THAT(members(found.auth, "guarded", "member"), ElementsAre("challenge/resource_metadata"));
  }
}

TEST_F(AuthDiscoveryTest, GuardedIssuersAndEndpointsAreNotAsked) {
  client.on("GET " + kH + kPrm,
            document(R"({"resource":")" + kH + R"(","jwks_uri":"http://169.254.169.254/k",)" +
                     R"("authorization_servers":["https://192.168.0.1","http://a.example",)" +
                     R"("https://b.example"]})"));
  issuer("https://b.example" + kAs, "https://b.example",
         R"x(,"authorization_endpoint":"javascript:alert(1)","token_endpoint":"data:,x")x");
  const auto found = discover(kH);
  EXPECT_THAT(urls(), ElementsAre(kH + kPrm, "https://b.example" + kAs));
  const auto guarded = members(found.auth, "guarded", "url");
  for (const char* url : {"http://169.254.169.254/k", "https://192.168.0.1", "http://a.example",
                          "javascript:alert(1)", "data:,x"}) {
    EXPECT_THAT(guarded, Contains(url));
  }
  EXPECT_THAT(guarded, Not(Contains("https://b.example")));
  const JsonArray& issuers = *find_array(found.auth, "issuers");
  EXPECT_EQ(find_string(issuers[1].get_object(), "invalid_reason"), "not https");
}

TEST_F(AuthDiscoveryTest, LegacyFallback) {
  issuer(kH + kAs, kH, R"(,"registration_endpoint":"https://h.example/register")");
  const auto found = discover(kH + "/mcp");
  EXPECT_THAT(urls(), ElementsAre(kH + kPrm + "/mcp", kH + kPrm, kH + kAs));
  EXPECT_TRUE(flag(found.auth, "legacy_fallback"));
  EXPECT_FALSE(found.auth.contains("resource_metadata"));
  EXPECT_THAT(found.proof, ElementsAre("bearer_challenge", "issuer_metadata"));
}

TEST_F(AuthDiscoveryTest, LiftedHostMaySpeakHttp) {
  policy = AddressPolicy({"localhost"});
  resource("http://localhost:3000" + kPrm, "http://localhost:3000", "\"http://localhost:4000/\"");
  discover("http://localhost:3000");
  EXPECT_THAT(urls(), Contains("http://localhost:4000" + kAs));
}

TEST_F(AuthDiscoveryTest, WithoutATrigger) {
  const Url url = *parse_url(kH);
  AuthDiscovery found;
  client.run([&] { found = discover_authorization(client, policy, url, nullptr); });
  EXPECT_FALSE(flag(found.auth, "required"));
  EXPECT_FALSE(found.auth.contains("trigger"));
  EXPECT_THAT(found.proof, IsEmpty());
}

TEST_F(AuthDiscoveryTest, FetchesAreRecorded) {
  client.on("GET " + kH + kPrm, answer(200, "text/html; \xff", "<html>"));
  const auto found = discover(kH);
  const JsonObject& first = (*find_array(found.auth, "fetches"))[0].get_object();
  EXPECT_EQ(first.at("status"), 200);
  EXPECT_EQ(find_string(first, "content_type"), "text/html; \xEF\xBF\xBD");
  EXPECT_EQ(first.at("parsed"), false);
  EXPECT_EQ(find_string(first, "error"), "not JSON");
  for (const Sent& one : client.sent) {
    EXPECT_EQ(one.request.purpose, Purpose::kDiscovery);
    EXPECT_EQ(one.header("Authorization"), "");
    EXPECT_FALSE(one.request.carries_secret);
  }
}

TEST_F(AuthDiscoveryTest, NothingSecretIsKept) {
  const std::string token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const std::string plain = "q7Zk1Vd9xT2wQm8sLr4Y";
  client.on("GET " + kH + kPrm + "/mcp?token=canary1",
            document(R"({"resource":"https://h.example/mcp?token=canary1","note":")" + token +
                     R"(","client_secret":")" + plain +
                     R"(","authorization_servers":["https://u:canary2@a.example"]})"));
  const auto found = discover(kH + "/mcp?token=canary1", {"Bearer error_description=\"" + token + "\"",
                                                          "Custom " + token, "Basic realm=\"x\""});
  const std::string text = boost::json::serialize(found.auth);
  EXPECT_THAT(text, Not(HasSubstr("canary2")));
  EXPECT_THAT(text, Not(HasSubstr("ghp_16")));
  EXPECT_THAT(text, Not(HasSubstr(plain)));
  for (const std::string& url : members(found.auth, "fetches", "url"))
    EXPECT_THAT(url, Not(HasSubstr("canary1")));
  EXPECT_THAT(find_string(*find_object(found.auth, "resource_metadata"), "url"), Not(HasSubstr("canary1")));
}

TEST_F(AuthDiscoveryTest, HostileDocuments) {
  std::string deep(100, '[');
  for (const std::string& body :
       {R"({"resource":1,"authorization_servers":[1,null,{"a":[]},""]})"s,
        R"({"authorization_servers":"x"})"s, R"({"a":)" + deep, "\xEF\xBB\xBF{}"s, "{}{}"s, ""s}) {
    client.on("GET " + kH + kPrm, document(body));
    const auto found = discover(kH);
    EXPECT_FALSE(found.offer.advertised) << body;
  }
}

}  // namespace
}  // namespace mcpjury
